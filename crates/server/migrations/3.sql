-- A server that can be left alone: what names look like, second factors, seen sessions, orders of operators.

-- Ratings: how much a game counted, why it counted less, and against whom it was; how many opponents
-- somebody had, when they played last, and whether their rating is settled enough to be compared.
ALTER TABLE rating_changes ADD COLUMN opponent INTEGER;
ALTER TABLE rating_changes ADD COLUMN weight REAL NOT NULL DEFAULT 1;
ALTER TABLE rating_changes ADD COLUMN mark TEXT;
UPDATE rating_changes SET opponent = (
    SELECT CASE WHEN white = person THEN black ELSE white END FROM games WHERE games.id = game
);
CREATE INDEX rating_changes_between ON rating_changes (person, family, opponent, at);
ALTER TABLE ratings ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET (opponents, last) = (
    SELECT count(DISTINCT opponent), coalesce(max(at), 0) FROM rating_changes AS changes
    WHERE changes.person = ratings.person AND changes.family = ratings.family
);
UPDATE ratings SET settled = deviation <= 110 AND games >= 15 AND opponents >= 5;
DROP INDEX ratings_in;
CREATE INDEX ratings_settled ON ratings (family, value) WHERE settled;
