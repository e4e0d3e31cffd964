-- What each verdict means, and which of them make the same point. Files of before have no key points.
CREATE TABLE statements (
    review BIGINT NOT NULL,
    target_start INTEGER,  -- the words that name what is judged; null: none do
    target_end INTEGER,
    words_start INTEGER NOT NULL,  -- the words of the verdict
    words_end INTEGER NOT NULL,
    polarity FLOAT NOT NULL,
    wish BOOLEAN NOT NULL,
    meaning BLOB NOT NULL  -- a vector of signed bytes
);

CREATE TABLE key_points (
    id INTEGER NOT NULL,
    lang VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,  -- complaint, praise, wish
    review BIGINT NOT NULL,  -- the words that it is told in
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);

CREATE TABLE key_point_statements (
    key_point INTEGER NOT NULL,  -- key_points.id
    review BIGINT NOT NULL,  -- with the next two, the statement
    target_start INTEGER,
    words_start INTEGER NOT NULL,
    closeness FLOAT NOT NULL  -- to the middle of the key point, at most 1
);
