-- What a mention stands for: other products, parts of them, pronouns. In files of before, all is about the product.
ALTER TABLE mentions ADD COLUMN kind VARCHAR DEFAULT 'noun';  -- noun, name, pronoun, zero; those but nouns have no term
ALTER TABLE mentions ADD COLUMN cluster INTEGER;  -- what it stands for, numbered in its review; 0: the product itself
ALTER TABLE mentions ADD COLUMN part_of INTEGER;  -- the cluster that it is a part or attribute of
ALTER TABLE mentions ADD COLUMN entity VARCHAR;  -- the name of the product that it is or belongs to

ALTER TABLE opinions ADD COLUMN entity VARCHAR;

CREATE TABLE comparisons (
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    preference VARCHAR NOT NULL,  -- better, worse, equal, different: how the subject fares
    subject INTEGER[],  -- start, end; null: not said in words
    object INTEGER[],
    aspect INTEGER[],
    opinion INTEGER[],
    verdict TINYINT,  -- how the product under review fares: 1 better, -1 worse, 0 neither; null: others are compared
    entity VARCHAR,  -- the other product's name
    confidence FLOAT NOT NULL
);
