"""Builds the word vectors that voxpop ships: ``python -m experiments.vectors NAME --data DIR``."""
