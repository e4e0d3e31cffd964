"""Bu et al. (2021), "ASAP: A Chinese Review Dataset Towards Aspect Category Sentiment Analysis and Rating Prediction"."""
