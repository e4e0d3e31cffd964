"""The map from statements to their meanings, which makes statements comparable (``voxpop.extract.statement_vectors``)."""
