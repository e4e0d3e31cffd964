-- What people made of the table: their edits, with what was found before them, and what they said of sampled opinions.
CREATE TABLE edits (
    seq BIGINT NOT NULL,
    made TIMESTAMP NOT NULL,  -- UTC
    who VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,  -- merge, part, rename, split, hide, show, pin, unpin, sheet
    args VARCHAR NOT NULL,  -- JSON
    undone TIMESTAMP,
    undone_by VARCHAR
);

-- The table as it was found, once it has been edited; and the opinions that edits moved, as they were found.
CREATE TABLE found_aspects AS FROM aspects LIMIT 0;
CREATE TABLE found_quotes AS FROM quotes LIMIT 0;
CREATE TABLE found_opinions AS
    SELECT *, aspect AS now_aspect, category AS now_category, false AS gone FROM opinions LIMIT 0;

CREATE TABLE checks (
    seq BIGINT NOT NULL,
    made TIMESTAMP NOT NULL,  -- UTC
    who VARCHAR NOT NULL,
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    aspect VARCHAR NOT NULL,  -- aspects.id of the row that it was shown under
    name VARCHAR NOT NULL,  -- and its name then
    polarity FLOAT NOT NULL,
    verdict VARCHAR NOT NULL,  -- yes, no, fix
    right_name VARCHAR,  -- of a fix: what it is about
    right_polarity FLOAT  -- and how it feels
);
