-- What the reader adds: stars predicted from the text with their interval, and categories behind the aspects.
ALTER TABLE reviews ADD COLUMN predicted_low DOUBLE;
ALTER TABLE reviews ADD COLUMN predicted_high DOUBLE;
ALTER TABLE reviews ADD COLUMN star_probabilities DOUBLE[];  -- of one to five stars, from the text alone

ALTER TABLE mentions ADD COLUMN category VARCHAR;
ALTER TABLE mentions ADD COLUMN tagged BOOLEAN DEFAULT FALSE;  -- an aspect term to the reader; an empty term is implicit

ALTER TABLE opinions ALTER COLUMN aspect DROP NOT NULL;  -- an opinion on none of the aspects still has a category

ALTER TABLE aspects ADD COLUMN category VARCHAR;  -- the category that it is, or that it stands under
ALTER TABLE aspects ADD COLUMN parent VARCHAR;  -- aspects.id of that category, in a tree
