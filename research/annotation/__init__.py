"""Our annotated corpus: the notation it was written in, how it is stored and read, and how far annotators agree."""
