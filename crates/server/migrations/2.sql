-- Whether people who neither play a game nor have its link find it in lists. So far every game was
-- listed; from now on those are that were made for anybody.
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET listed = public;
CREATE INDEX games_listed ON games (status, id) WHERE listed;

-- What two people at one screen are called, where they have said so. Both seats are then one
-- person's.
ALTER TABLE games ADD COLUMN white_name TEXT;
ALTER TABLE games ADD COLUMN black_name TEXT;

-- Since when an operator keeps somebody out.
ALTER TABLE people ADD COLUMN barred INTEGER;

-- What a rated game did to a rating.
CREATE TABLE rating_changes (
    person INTEGER NOT NULL REFERENCES people,
    family TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games,
    at INTEGER NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (person, family, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_by ON rating_changes (game);
CREATE INDEX ratings_in ON ratings (family, value);

-- Whom a person does not want to meet.
CREATE TABLE blocks (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    blocked INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of ON blocks (blocked);

-- What people told those who run the server about others.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter INTEGER REFERENCES people ON DELETE SET NULL,
    reported INTEGER REFERENCES people ON DELETE SET NULL,
    game INTEGER REFERENCES games,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    -- When an operator has dealt with it.
    seen INTEGER
) STRICT;
CREATE INDEX reports_by ON reports (reporter);
CREATE INDEX reports_about ON reports (reported);
