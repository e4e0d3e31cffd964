"""Branches: small networks over the states of the reader, and the data that each learns from."""
