"""Does the source support this sentence, about the right thing?"""
