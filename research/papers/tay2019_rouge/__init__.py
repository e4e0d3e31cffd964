"""Tay et al. (2019), "Red-faced ROUGE: Examining the Suitability of ROUGE for Opinion Summary Evaluation"."""
