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

-- What is written to find out whether anything can be. It has one row at most.
CREATE TABLE trials (
    id INTEGER PRIMARY KEY,
    body BLOB NOT NULL
) STRICT;

-- What is deleted is looked for in whatever refers to it.
CREATE INDEX reports_in ON reports (game);

-- When somebody was seen and when something last became of a game, both in uptime: what nobody needs
-- any more goes after some days of it.
ALTER TABLE people ADD COLUMN last_seen INTEGER NOT NULL DEFAULT 0;
UPDATE people SET last_seen = (SELECT uptime FROM server);
CREATE TRIGGER seen_at_first AFTER INSERT ON people BEGIN
    UPDATE people SET last_seen = (SELECT uptime FROM server) WHERE id = NEW.id;
END;
CREATE TRIGGER seen_anew AFTER INSERT ON sessions BEGIN
    UPDATE people SET last_seen = (SELECT uptime FROM server) WHERE id = NEW.person;
END;
CREATE TRIGGER seen_again AFTER UPDATE OF expires ON sessions BEGIN
    UPDATE people SET last_seen = (SELECT uptime FROM server) WHERE id = NEW.person;
END;
CREATE INDEX sessions_over ON sessions (expires, token);
ALTER TABLE games ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
UPDATE games SET touched = (SELECT uptime FROM server);
CREATE TRIGGER games_made AFTER INSERT ON games BEGIN
    UPDATE games SET touched = (SELECT uptime FROM server) WHERE id = NEW.id;
END;
CREATE TRIGGER games_touched AFTER UPDATE OF status ON games BEGIN
    UPDATE games SET touched = (SELECT uptime FROM server) WHERE id = NEW.id;
END;
-- How many games somebody has that are not over.
CREATE INDEX games_going_of_white ON games (white, status) WHERE status IN ('open', 'live');
CREATE INDEX games_going_of_black ON games (black, status) WHERE status IN ('open', 'live');

-- Hands of those who run the server.
-- Until when somebody is kept out, if not for ever, and why.
ALTER TABLE people ADD COLUMN barred_until INTEGER;
ALTER TABLE people ADD COLUMN barred_reason TEXT;

-- Since when a game is out of everybody's sight but its players', and whether it was listed before.
ALTER TABLE games ADD COLUMN removed INTEGER;
ALTER TABLE games ADD COLUMN listed_before INTEGER;
CREATE INDEX games_removed ON games (name) WHERE removed IS NOT NULL;
-- Whatever else may list a game, one that was removed stays where it is.
CREATE TRIGGER removed_games_are_not_listed AFTER UPDATE OF listed, public ON games
WHEN NEW.removed IS NOT NULL AND (NEW.listed OR NEW.public)
BEGIN
    UPDATE games SET listed = 0, public = 0 WHERE id = NEW.id;
END;

-- Addresses that are kept out for a time.
CREATE TABLE barred_addresses (
    -- A network, or what the log calls an address.
    network TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What operators have done. It holds no names, so that who is deleted is gone from here as well.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- The user of the machine.
    operator TEXT NOT NULL,
    act TEXT NOT NULL,
    person INTEGER,
    game TEXT,
    network TEXT,
    until INTEGER,
    reason TEXT NOT NULL
) STRICT;
CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;
CREATE TRIGGER journal_is_not_deleted BEFORE DELETE ON journal
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

-- What a running server has yet to take into account. The database says the same otherwise, so that
-- one that starts needs none of them.
CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person INTEGER,
    game TEXT
) STRICT;
-- People. What the names of accounts look like: names with a look in common may be taken for each other. Looks are
-- found by the program, and anew whenever it finds them in another way (`server.looks`).
ALTER TABLE server ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
CREATE TABLE looks (
    look TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    PRIMARY KEY (look, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_of ON looks (person);

-- Looks of names that were deleted, as keyed hashes, and until when nobody may have them.
CREATE TABLE resting_looks (
    look BLOB PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The hash of the code that sets a new password.
ALTER TABLE people ADD COLUMN recovery BLOB;

-- What makes one-time codes: sealed by a key that is not in the database.
CREATE TABLE second_factors (
    person INTEGER PRIMARY KEY REFERENCES people ON DELETE CASCADE,
    secret BLOB NOT NULL,
    -- Since when it is asked for; not before a first code was right.
    since INTEGER,
    -- The time step of the last code that was used: no code counts twice.
    step INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What a person may recognise a session by.
ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN browser TEXT;
ALTER TABLE sessions ADD COLUMN system TEXT;
ALTER TABLE sessions ADD COLUMN network TEXT;
-- From now on a session expires no later than four hundred days after it began.
UPDATE sessions SET used = created, expires = min(expires, created + 34560000000);

-- Browsers in which somebody has logged in, by the hash of a cookie, and from which network: who guesses passwords
-- elsewhere does not keep them out.
CREATE TABLE devices (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    device BLOB NOT NULL,
    network TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (person, device)
) STRICT, WITHOUT ROWID;

-- Games by link are found in lists only where both players want it: what each has said. So far one
-- said it for both. What a game is about, for lists that ask for it.
ALTER TABLE games ADD COLUMN white_shows INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_shows INTEGER NOT NULL DEFAULT 0;
UPDATE games SET white_shows = listed OR white_computer IS NOT NULL,
    black_shows = listed OR black_computer IS NOT NULL;
ALTER TABLE games ADD COLUMN family TEXT AS (substr(setup, 1, instr(setup || ':', ':') - 1)) VIRTUAL;
ALTER TABLE games ADD COLUMN against TEXT AS (
    CASE
        WHEN white_computer IS NOT NULL OR black_computer IS NOT NULL THEN 'computer'
        WHEN white IS black THEN 'here'
        ELSE 'people'
    END
) VIRTUAL;
DROP INDEX games_listed;
CREATE INDEX games_listed ON games (status, id, family, setup, rated, winner, against, created)
    WHERE listed;
CREATE INDEX games_listed_of ON games (family, id, status, setup, rated, winner, against, created)
    WHERE listed;
CREATE INDEX games_listed_at ON games (id, status, family, setup, rated, winner, against, created)
    WHERE listed;
