"""Tests of the product; the file makes sure that ``tests`` means this folder, not an installed package of that name."""
