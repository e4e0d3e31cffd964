-- One analysis. Spans are half-open and count code points of reviews.text; opinion_words holds start, end, start, end, …
CREATE TABLE run (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);  -- value is JSON

CREATE TABLE reviews (
    seq BIGINT NOT NULL,  -- order of reading; the other tables refer to it
    id VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    stars DOUBLE,
    date DATE,
    product VARCHAR,
    lang VARCHAR,
    source VARCHAR,
    row BIGINT,
    predicted_stars DOUBLE
);

CREATE TABLE rejected (
    step VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    source VARCHAR,
    row BIGINT,
    id VARCHAR,
    text VARCHAR
);

CREATE TABLE sentences (review BIGINT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL);

CREATE TABLE mentions (
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    term VARCHAR NOT NULL,
    polarity FLOAT,
    opinion_words INTEGER[] NOT NULL,
    evidence_start INTEGER NOT NULL,
    evidence_end INTEGER NOT NULL,
    confidence FLOAT NOT NULL,
    about VARCHAR NOT NULL
);

CREATE TABLE opinions (
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    aspect VARCHAR NOT NULL,
    category VARCHAR,
    polarity FLOAT NOT NULL,
    opinion_words INTEGER[] NOT NULL,
    evidence_start INTEGER NOT NULL,
    evidence_end INTEGER NOT NULL,
    confidence FLOAT NOT NULL,
    about VARCHAR NOT NULL
);

CREATE TABLE aspects (
    position INTEGER NOT NULL,
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    lang VARCHAR NOT NULL,
    terms VARCHAR[] NOT NULL,
    mentions BIGINT NOT NULL,
    reviews BIGINT NOT NULL,
    positive BIGINT NOT NULL,
    neutral BIGINT NOT NULL,
    negative BIGINT NOT NULL,
    mean DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL
);

CREATE TABLE quotes (
    aspect VARCHAR NOT NULL,  -- aspects.id
    position INTEGER NOT NULL,
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    polarity FLOAT NOT NULL,
    aspect_start INTEGER NOT NULL,
    aspect_end INTEGER NOT NULL,
    opinion_words INTEGER[] NOT NULL
);

CREATE TABLE claims (
    position INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    aspect VARCHAR NOT NULL,
    supporting BIGINT NOT NULL,
    opposing BIGINT NOT NULL,
    verdict VARCHAR NOT NULL
);
