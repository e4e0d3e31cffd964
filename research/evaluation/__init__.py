"""Measures of public tasks that voxpop's models are scored with, each as its task defines it."""
