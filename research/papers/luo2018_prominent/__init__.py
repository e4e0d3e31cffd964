"""Luo et al. (2018), "ExtRA: Extracting Prominent Review Aspects from Customer Feedback", by its supplement."""
