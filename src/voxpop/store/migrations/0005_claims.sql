-- Claims of the summary with their numbers, period and quotes. Files of before have none.
ALTER TABLE claims ADD COLUMN lang VARCHAR DEFAULT 'en';
ALTER TABLE claims ADD COLUMN kind VARCHAR DEFAULT 'praise';  -- praise, blame, mixed, says, worse, improved, beats, prefers
ALTER TABLE claims ADD COLUMN word VARCHAR;  -- what is said, or the product compared with
ALTER TABLE claims ADD COLUMN "of" BIGINT DEFAULT 0;  -- reviews that say anything good or bad of it
ALTER TABLE claims ADD COLUMN share DOUBLE DEFAULT 0;  -- supporting / of, with its 95 % interval
ALTER TABLE claims ADD COLUMN low DOUBLE DEFAULT 0;
ALTER TABLE claims ADD COLUMN high DOUBLE DEFAULT 1;
ALTER TABLE claims ADD COLUMN "first" DATE;  -- the period that was counted
ALTER TABLE claims ADD COLUMN "last" DATE;
ALTER TABLE claims ADD COLUMN earlier BIGINT DEFAULT 0;  -- of a change: how many said so before, of how many
ALTER TABLE claims ADD COLUMN earlier_of BIGINT DEFAULT 0;

CREATE TABLE claim_quotes (
    claim INTEGER NOT NULL,  -- claims.position
    supports BOOLEAN NOT NULL,
    position INTEGER NOT NULL,
    review BIGINT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    polarity FLOAT NOT NULL,
    aspect_start INTEGER NOT NULL,
    aspect_end INTEGER NOT NULL,
    opinion_words INTEGER[] NOT NULL
);
