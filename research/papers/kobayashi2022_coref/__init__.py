"""Kobayashi and Malon (2022), "Analyzing Coreference and Bridging in Product Reviews"."""
