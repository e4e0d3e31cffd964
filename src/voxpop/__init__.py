"""What customers think, aspect by aspect, with proof."""

__version__ = "0.1.0"
