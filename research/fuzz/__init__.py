"""Hostile input for everything that reads what users hand over (``python -m research.fuzz --help``).

``inputs`` makes the inputs from the kept corpus, ``targets`` are the functions that read them and what they promise,
``runner`` runs one after the other, counts and keeps what is bad.
"""
