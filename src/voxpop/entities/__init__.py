"""Names of products, what product the reviews are of, and whose product each mention and comparison is of."""
