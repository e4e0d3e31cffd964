"""Many reviews: made-up files of any size, kills at random moments, and how time and memory grow."""
