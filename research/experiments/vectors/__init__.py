"""Builds the word vectors that voxpop ships: ``python -m research.experiments.vectors NAME --data DIR``."""
