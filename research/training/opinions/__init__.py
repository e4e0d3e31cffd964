"""Training of the opinion reader: one network per language that reads everything voxpop counts in one pass.

prepare   annotated and unlabelled texts as token numbers (needs the data sets; runs anywhere)
pretrain  masked-language training of teachers and students on reviews
learn     fine-tuning of a teacher or student on annotated passages
distil    a student learns what several teachers say of unlabelled reviews
score     precision and recall of opinions, categories, stars on held-out domains
papers    the papers' own data sets for the same network, and paper_scores their figures
kinds     domains grouped into kinds of product, with the categories that each speaks of
export    the student as an int8 ONNX graph with all heads
"""
