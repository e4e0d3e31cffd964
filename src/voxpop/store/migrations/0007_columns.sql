-- All columns of the source are kept. A review may be joined from several columns of text.
ALTER TABLE reviews ADD COLUMN extra MAP(VARCHAR, VARCHAR) DEFAULT MAP {};
ALTER TABLE reviews ADD COLUMN sections STRUCT("column" VARCHAR, start INTEGER, "end" INTEGER)[] DEFAULT [];
ALTER TABLE reviews ADD COLUMN unread VARCHAR[] DEFAULT [];
