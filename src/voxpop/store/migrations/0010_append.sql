-- What an analysis needs to take in more reviews: sentences that aspects are learned from, and what the decision about
-- rivals took away. Files of before have none: voxpop analyze --refresh reads their reviews again.
CREATE TABLE learning_sentences (
    lang VARCHAR NOT NULL,
    "key" UBIGINT NOT NULL,  -- of many sentences, those with the smallest keys are kept
    words VARCHAR NOT NULL,  -- in lower case; U+001F stands between two
    lemmas VARCHAR NOT NULL,
    tags VARCHAR NOT NULL,
    phrases VARCHAR NOT NULL,  -- "first last term": the noun phrases
    terms VARCHAR NOT NULL  -- those that the model tagged
);

CREATE TABLE found_mentions AS FROM mentions LIMIT 0;
CREATE TABLE found_comparisons AS FROM comparisons LIMIT 0;
