"""The checker of summaries: its weights, fitted on development data."""
