-- A mention is what the model read: a target, or an opinion whose target has no words. Other noun phrases are none.
DELETE FROM mentions m WHERE polarity IS NULL OR (NOT tagged AND term <> '' AND EXISTS (FROM mentions t
    WHERE t.tagged AND t.review = m.review AND t.start < m."end" AND m.start < t."end"));
ALTER TABLE mentions DROP COLUMN tagged;
ALTER TABLE mentions ADD COLUMN lemmas VARCHAR[] DEFAULT [];  -- of the words of the term
ALTER TABLE mentions ADD COLUMN is_name BOOLEAN DEFAULT FALSE;  -- its last word is a proper noun
DROP TABLE found_mentions;
CREATE TABLE found_mentions AS FROM mentions LIMIT 0;
-- Aspects are learned from the mentions. Those of before lack their lemmas: voxpop analyze --refresh reads them again
-- before more reviews are appended.
DROP TABLE learning_sentences;
DELETE FROM run WHERE key = 'reading';
