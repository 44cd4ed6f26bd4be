-- One row: how long the server has been up in all, in milliseconds. Clocks of games count this
-- time, so that they stand still while it is down.
CREATE TABLE server (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    uptime INTEGER NOT NULL
) STRICT;
INSERT INTO server VALUES (1, 0);

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    -- What makes the name of an account unique; guests have none.
    key TEXT UNIQUE,
    password TEXT,
    settings TEXT NOT NULL DEFAULT '{}',
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE ratings (
    person INTEGER NOT NULL REFERENCES people,
    family TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (person, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    -- The hash of the token, never the token.
    token BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of ON sessions (person);

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    -- As in its link.
    name TEXT NOT NULL UNIQUE,
    setup TEXT NOT NULL,
    start TEXT,
    white INTEGER REFERENCES people,
    black INTEGER REFERENCES people,
    white_computer TEXT,
    black_computer TEXT,
    -- Whether colours are drawn by lot when somebody joins.
    lot INTEGER NOT NULL,
    -- Whether it is shown in the lobby.
    public INTEGER NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'live', 'over', 'aborted')),
    created INTEGER NOT NULL,
    winner TEXT CHECK (winner IN ('white', 'black')),
    reason TEXT,
    -- When a clock of days runs out, in uptime.
    deadline INTEGER,
    -- The game that followed by rematch.
    next TEXT
) STRICT;
CREATE INDEX games_of_white ON games (white, id);
CREATE INDEX games_of_black ON games (black, id);
CREATE INDEX games_in ON games (status, id);
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;

-- Append-only.
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('move', 'back', 'end', 'abort')),
    body TEXT NOT NULL,
    -- In uptime, and as the calendar has it.
    uptime INTEGER NOT NULL,
    at INTEGER NOT NULL,
    white_left INTEGER,
    black_left INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
