PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE server (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    uptime INTEGER NOT NULL
) STRICT;
INSERT INTO server VALUES(1,0);
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    -- What makes the name of an account unique; guests have none.
    key TEXT UNIQUE,
    password TEXT,
    settings TEXT NOT NULL DEFAULT '{}',
    created INTEGER NOT NULL
, barred INTEGER) STRICT;
INSERT INTO people VALUES(1,'Ada','ada','$argon2id$v=19$m=19456,t=2,p=1$3Un7hvZAXJbmGC/7bPizag$8UcL7kP2U7mlXwCIYmolLriPq3SY6Sg5vu02K18oynY','{"sound":true}',1794841895405,NULL);
INSERT INTO people VALUES(2,'Bo','bo','$argon2id$v=19$m=19456,t=2,p=1$g3XN1Mb2yPay8Tlu99Hucw$EZWRkk0SJxFrCKFMAtYAuXJS3sFoPM+q1oBZAcoc7F4','{}',1794841895773,NULL);
INSERT INTO people VALUES(3,'Gus',NULL,NULL,'{}',1794841895849,NULL);
INSERT INTO people VALUES(4,'Gil',NULL,NULL,'{}',1794841895869,NULL);
CREATE TABLE ratings (
    person INTEGER NOT NULL REFERENCES people,
    family TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (person, family)
) STRICT, WITHOUT ROWID;
INSERT INTO ratings VALUES(1,'moulin',1662.3108939062976787,290.31896371798040945,0.059999675372338141798,1);
INSERT INTO ratings VALUES(2,'moulin',1337.6891060937023212,290.31896371798040945,0.059999675372338141798,1);
CREATE TABLE sessions (
    -- The hash of the token, never the token.
    token BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES(X'1c62b5b2bbc8c12269ed3a7db4ae9b9021213992478b25036a74de8422d02588',2,1794841895773,1800025895773);
INSERT INTO sessions VALUES(X'397059abcca871b70adc53586c5ab2418ff2962963a8f2758c828f36c9e02c46',4,1794841895869,1800025895869);
INSERT INTO sessions VALUES(X'4033cf8c07f4d891e432212a3cf004e16890a1bf165bcef7faa9318ee68bdbfe',1,1794841895405,1800025895405);
INSERT INTO sessions VALUES(X'608533c21874ddf62d4d3b43e09b5846e035d9e45a27bd80a637d766a0592153',3,1794841895849,1800025895849);
INSERT INTO sessions VALUES(X'af8f8cfaa09a60fc4976c1434ba328639c2679ec6635c1039b65cd34795264ad',1,1794841895433,1800025895433);
INSERT INTO sessions VALUES(X'b36e6aa89688dd437feec3b9a385ebd4d40431dfea64d0aa9234e730a7f83539',2,1794841895817,1800025895817);
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
, listed INTEGER NOT NULL DEFAULT 0, white_name TEXT, black_name TEXT) STRICT;
INSERT INTO games VALUES(1,'tqb7z9p56pzx','moulin:classique',NULL,1,2,NULL,NULL,0,0,'300+3',1,'over',1794841895873,'white','resignation',NULL,NULL,0,NULL,NULL);
INSERT INTO games VALUES(2,'g6zF2f2gsgzw','moulin:classique',NULL,1,2,NULL,NULL,0,0,'3d',0,'live',1794841896057,NULL,NULL,259200000,NULL,0,NULL,NULL);
INSERT INTO games VALUES(3,'589Gh4gb9bjr','mijnlieff',NULL,2,3,NULL,NULL,0,0,'none',0,'live',1794841896158,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO games VALUES(4,'9k5b6m2j3zxv','moulin:classique',NULL,3,NULL,NULL,NULL,0,1,'1d',0,'open',1794841896290,NULL,NULL,NULL,NULL,1,NULL,NULL);
INSERT INTO games VALUES(5,'FcfGxdq7xnf9','moulin:classique',NULL,4,NULL,NULL,NULL,0,0,'300+3',0,'aborted',1794841896313,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO games VALUES(6,'CBxk58j8cx8v','moulin:classique',NULL,1,NULL,NULL,'level-1',0,0,'none',0,'live',1794841896361,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO games VALUES(7,'rh4jGjf8rnq6','moulin:classique',NULL,1,2,NULL,NULL,0,0,'60+0',0,'over',1794841898449,NULL,'agreement',NULL,'8Bzqf2BfFw8F',0,NULL,NULL);
INSERT INTO games VALUES(8,'8Bzqf2BfFw8F','moulin:classique',NULL,2,1,NULL,NULL,0,0,'60+0',0,'live',1794841898633,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO games VALUES(9,'kq8v8sdDvcqw','moulin:classique',NULL,4,4,NULL,NULL,0,0,'none',0,'live',1794841898643,NULL,NULL,NULL,NULL,0,'Ina','Jo');
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
INSERT INTO log VALUES(1,0,'move','d6',0,1794841895889,300000,300000);
INSERT INTO log VALUES(1,1,'move','f4',0,1794841895945,300000,300000);
INSERT INTO log VALUES(1,2,'move','b4',0,1794841895965,303000,300000);
INSERT INTO log VALUES(1,3,'move','d2',0,1794841896017,303000,303000);
INSERT INTO log VALUES(1,4,'end','1-0 resignation',0,1794841896045,303000,303000);
INSERT INTO log VALUES(2,0,'move','d6',0,1794841896113,259200000,259200000);
INSERT INTO log VALUES(2,1,'move','f4',0,1794841896141,259200000,259200000);
INSERT INTO log VALUES(3,0,'move','La1',0,1794841896162,NULL,NULL);
INSERT INTO log VALUES(3,1,'back','1',0,1794841896213,NULL,NULL);
INSERT INTO log VALUES(3,2,'move','La1',0,1794841896265,NULL,NULL);
INSERT INTO log VALUES(5,0,'abort','',0,1794841896345,300000,300000);
INSERT INTO log VALUES(6,0,'move','d6',0,1794841896405,NULL,NULL);
INSERT INTO log VALUES(6,1,'move','a7',0,1794841896437,NULL,NULL);
INSERT INTO log VALUES(7,0,'move','d6',0,1794841898521,60000,60000);
INSERT INTO log VALUES(7,1,'move','f4',0,1794841898531,60000,60000);
INSERT INTO log VALUES(7,2,'end','1/2-1/2 agreement',0,1794841898570,60000,60000);
INSERT INTO log VALUES(9,0,'move','d6',0,1794841898666,NULL,NULL);
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
INSERT INTO rating_changes VALUES(1,'moulin',1,1794841896045,1500.0,1662.3108939062976787,290.31896371798040945);
INSERT INTO rating_changes VALUES(2,'moulin',1,1794841896045,1500.0,1337.6891060937023212,290.31896371798040945);
CREATE TABLE blocks (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    blocked INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;
INSERT INTO blocks VALUES(1,2,1794841898693);
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
INSERT INTO reports VALUES(1,1794841898717,2,1,1,'stalling','waits for ever',NULL);
CREATE INDEX sessions_of ON sessions (person);
CREATE INDEX games_of_white ON games (white, id);
CREATE INDEX games_of_black ON games (black, id);
CREATE INDEX games_in ON games (status, id);
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_listed ON games (status, id) WHERE listed;
CREATE INDEX rating_changes_by ON rating_changes (game);
CREATE INDEX ratings_in ON ratings (family, value);
CREATE INDEX blocks_of ON blocks (blocked);
CREATE INDEX reports_by ON reports (reporter);
CREATE INDEX reports_about ON reports (reported);
COMMIT;
