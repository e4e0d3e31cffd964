"""Annotated texts of public data sets in one form, in their splits, without leaks between these."""
