-- Since one model reads the opinions, every mention is a noun phrase, and none is tied to other mentions of its review.
ALTER TABLE mentions DROP COLUMN kind;
ALTER TABLE mentions DROP COLUMN cluster;
ALTER TABLE mentions DROP COLUMN part_of;
