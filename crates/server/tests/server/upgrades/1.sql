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
) STRICT;
INSERT INTO people VALUES(1,'Ada','ada','$argon2id$v=19$m=19456,t=2,p=1$39kjselx3Kx7YzOV2arciA$c/OFt3jmnNePLiGWXMsd/Ll4rly3CPWTt70QkiqIQmk','{"sound":true}',1794841891500);
INSERT INTO people VALUES(2,'Bo','bo','$argon2id$v=19$m=19456,t=2,p=1$rRWTAuV3UgPwcxTf15F07w$oMLz943e3oEvPEWKyJqBRmPCqjo5Z+9pCaWfOmjcrt0','{}',1794841891614);
INSERT INTO people VALUES(3,'Gus',NULL,NULL,'{}',1794841891634);
INSERT INTO people VALUES(4,'Gil',NULL,NULL,'{}',1794841891662);
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
INSERT INTO sessions VALUES(X'09cff958c848d505ddcdc686f32a800abcc385c4cac0d96c016be5cac07589cb',3,1794841891634,1800025891634);
INSERT INTO sessions VALUES(X'57409b1194de0901e4dc61a5e37c7f4ae0979d8c5c9f625d0ce323ed7256ba42',1,1794841891502,1800025891502);
INSERT INTO sessions VALUES(X'6397f9782a9d0022d89a6c8ec2839c8a9b3a05adafe6464e297b94768a0ed852',1,1794841891500,1800025891500);
INSERT INTO sessions VALUES(X'a477957cb9d0dfb7673797abd835cc57d85f35eebdf8a106dd239aaa43926289',2,1794841891614,1800025891614);
INSERT INTO sessions VALUES(X'bb9b2241ab5a1ab85f9123509e5b500944bcc27eb445675309fea57467d23db5',2,1794841891625,1800025891625);
INSERT INTO sessions VALUES(X'dcf07f84e9f8c38bf681c42fc093b240f142630623d6c51f35562f6af281e50c',4,1794841891662,1800025891662);
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
INSERT INTO games VALUES(1,'D7q8rk8xBh5k','moulin:classique',NULL,1,2,NULL,NULL,0,0,'300+3',1,'over',1794841891669,'white','resignation',NULL,NULL);
INSERT INTO games VALUES(2,'xmBF9w5kjtCt','moulin:classique',NULL,1,2,NULL,NULL,0,0,'3d',0,'live',1794841891722,NULL,NULL,259200000,NULL);
INSERT INTO games VALUES(3,'rDbs6t5xmwD6','mijnlieff',NULL,2,3,NULL,NULL,0,0,'none',0,'live',1794841891746,NULL,NULL,NULL,NULL);
INSERT INTO games VALUES(4,'qdmkg9289kbr','moulin:classique',NULL,3,NULL,NULL,NULL,0,1,'1d',0,'open',1794841891806,NULL,NULL,NULL,NULL);
INSERT INTO games VALUES(5,'fCz4823mGnCp','moulin:classique',NULL,4,NULL,NULL,NULL,0,0,'300+3',0,'aborted',1794841891809,NULL,NULL,NULL,NULL);
INSERT INTO games VALUES(6,'dCj828ssDBmd','moulin:classique',NULL,1,NULL,NULL,'level-1',0,0,'none',0,'live',1794841891845,NULL,NULL,NULL,NULL);
INSERT INTO games VALUES(7,'xq4fkh399t28','moulin:classique',NULL,1,2,NULL,NULL,0,0,'60+0',0,'over',1794841893873,NULL,'agreement',NULL,'w8f3kn8mfwnz');
INSERT INTO games VALUES(8,'w8f3kn8mfwnz','moulin:classique',NULL,2,1,NULL,NULL,0,0,'60+0',0,'live',1794841893973,NULL,NULL,NULL,NULL);
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
INSERT INTO log VALUES(1,0,'move','d6',0,1794841891679,300000,300000);
INSERT INTO log VALUES(1,1,'move','f4',0,1794841891681,300000,300000);
INSERT INTO log VALUES(1,2,'move','b4',0,1794841891682,303000,300000);
INSERT INTO log VALUES(1,3,'move','d2',0,1794841891693,303000,303000);
INSERT INTO log VALUES(1,4,'end','1-0 resignation',0,1794841891704,303000,303000);
INSERT INTO log VALUES(2,0,'move','d6',0,1794841891725,259200000,259200000);
INSERT INTO log VALUES(2,1,'move','f4',0,1794841891734,259200000,259200000);
INSERT INTO log VALUES(3,0,'move','La1',0,1794841891778,NULL,NULL);
INSERT INTO log VALUES(3,1,'back','1',0,1794841891787,NULL,NULL);
INSERT INTO log VALUES(3,2,'move','La1',0,1794841891798,NULL,NULL);
INSERT INTO log VALUES(5,0,'abort','',0,1794841891834,300000,300000);
INSERT INTO log VALUES(6,0,'move','d6',0,1794841891847,NULL,NULL);
INSERT INTO log VALUES(6,1,'move','d5',0,1794841891848,NULL,NULL);
INSERT INTO log VALUES(7,0,'move','d6',0,1794841893905,60000,60000);
INSERT INTO log VALUES(7,1,'move','f4',0,1794841893929,60000,60000);
INSERT INTO log VALUES(7,2,'end','1/2-1/2 agreement',0,1794841893954,60000,60000);
CREATE INDEX sessions_of ON sessions (person);
CREATE INDEX games_of_white ON games (white, id);
CREATE INDEX games_of_black ON games (black, id);
CREATE INDEX games_in ON games (status, id);
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
COMMIT;
