"""Pavlopoulos and Androutsopoulos (2014), "Aspect Term Extraction for Sentiment Analysis: New Datasets, New Evaluation
Measures and an Improved Unsupervised Method"."""
