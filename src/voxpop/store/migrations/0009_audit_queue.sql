-- What people decided about reviews whose stars and text disagree, and who is to look at them.
CREATE TABLE audit_queue (
    review BIGINT NOT NULL,
    verdict VARCHAR,  -- agree: the stars are wrong; right: they are right; unclear; NULL: open
    assignee VARCHAR,
    who VARCHAR NOT NULL,
    made TIMESTAMP NOT NULL  -- UTC
);
