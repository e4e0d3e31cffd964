"""How good a user's own categories become from a few hundred labelled reviews: python -m research.experiments.own.run"""
