"""Annotation projects: labels by several people in rounds, their agreement, and what is decided in the end."""
