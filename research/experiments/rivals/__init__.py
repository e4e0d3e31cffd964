"""Rivals and comparison verdicts on real files, judged by hand: what voxpop lists, how much of it is right."""
