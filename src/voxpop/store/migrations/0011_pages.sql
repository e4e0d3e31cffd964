-- What the pages of the app show, counted when the file is written, so that no page reads all reviews. Of a statement of
-- a key point: its clause, its words, and the opinion that holds it, which counts as long as that opinion does.
CREATE TEMP TABLE held AS SELECT DISTINCT k.key_point, k.review, k.closeness, s.polarity,
    s.target_start, s.target_end, s.words_start, s.words_end, c.start, c."end", o.start AS opinion_start, o."end" AS opinion_end
    FROM key_point_statements k JOIN statements s ON s.review = k.review AND s.words_start = k.words_start
    AND s.target_start IS NOT DISTINCT FROM k.target_start JOIN opinions o ON o.review = s.review
    AND list_contains(o.opinion_words, s.words_start) AND CASE WHEN s.target_start IS NULL
    THEN o.start = s.words_start ELSE o.start < s.target_end AND s.target_start < o."end" END,
    LATERAL (SELECT s.target_start IS NULL
        OR greatest(s.target_start, s.words_start) - least(s.target_end, s.words_end) > 24 AS apart) f,
    LATERAL (SELECT CASE WHEN apart THEN s.words_start ELSE least(s.target_start, s.words_start) END AS start,
        CASE WHEN apart THEN s.words_end ELSE greatest(s.target_end, s.words_end) END AS "end") c;
DROP TABLE key_point_statements;
CREATE TABLE key_point_statements (
    key_point INTEGER NOT NULL,  -- key_points.id
    review BIGINT NOT NULL,
    closeness FLOAT NOT NULL,  -- to the middle of the key point, at most 1
    polarity FLOAT NOT NULL,
    target_start INTEGER,  -- the words that name what is judged; null: none do
    target_end INTEGER,
    words_start INTEGER NOT NULL,  -- the words of the verdict
    words_end INTEGER NOT NULL,
    start INTEGER NOT NULL,  -- the clause that holds both
    "end" INTEGER NOT NULL,
    opinion_start INTEGER NOT NULL,  -- with the review, the opinion that holds the statement
    opinion_end INTEGER NOT NULL
);
INSERT INTO key_point_statements BY NAME FROM held ORDER BY key_point, review, words_start;
DROP TABLE held;

CREATE TABLE key_point_counts (
    key_point INTEGER NOT NULL,  -- key_points.id
    reviews BIGINT NOT NULL,  -- that make it, by the opinions that the table counts
    aspect VARCHAR,  -- that most of their opinions are on
    category VARCHAR
);
CREATE TABLE key_point_quotes AS SELECT 0 AS key_point, * EXCLUDE (aspect) FROM quotes LIMIT 0;  -- the clearest of each

-- The opinions behind each row of the table beside what is known of their reviews, row by row, in the order of reviews.
CREATE TABLE row_opinions (
    row_id VARCHAR NOT NULL,  -- aspects.id
    is_category BOOLEAN NOT NULL,
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    aspect VARCHAR,
    category VARCHAR,
    polarity FLOAT NOT NULL,
    opinion_words INTEGER[] NOT NULL,
    evidence_start INTEGER NOT NULL,
    evidence_end INTEGER NOT NULL,
    about VARCHAR NOT NULL,
    confidence FLOAT NOT NULL,
    term VARCHAR,  -- the aspect words, and those of the verdict, in lower case
    words VARCHAR,
    worth DOUBLE,  -- how well it stands for others
    side VARCHAR,
    lang VARCHAR,
    stars DOUBLE,
    date DATE,
    source VARCHAR,
    product VARCHAR,
    rating DOUBLE  -- the stars given, or read from the text
);

-- The numbers of each row of the table on each day, of the opinions that the table counts; sums over days are exact.
CREATE TABLE row_days (
    row_id VARCHAR NOT NULL,
    date DATE,
    mentions BIGINT NOT NULL,
    reviews BIGINT NOT NULL,
    positive BIGINT NOT NULL,
    neutral BIGINT NOT NULL,
    negative BIGINT NOT NULL,
    voiced BIGINT NOT NULL,  -- reviews that say something good or bad of it
    total DOUBLE NOT NULL,  -- of those reviews' own means
    squares DOUBLE NOT NULL,
    complaints BIGINT NOT NULL,  -- reviews that say something bad of it
    rated_complaints BIGINT NOT NULL,
    complaint_stars DOUBLE NOT NULL
);
