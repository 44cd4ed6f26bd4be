-- Several servers over one database.

-- One row per process that is or was up. When it counts as gone, in milliseconds on the database's own
-- clock; its uptime as of its last beat; whether it could talk to the others then.
CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    incarnation INTEGER NOT NULL,
    uptime INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    wired INTEGER NOT NULL DEFAULT TRUE
) STRICT;

-- Who speaks for a game, as long as their row in nodes holds; nobody where node is null. Every write of
-- a game names the epoch. Time of the game is the node's uptime less what it is behind it, or the
-- site's where nobody speaks for it; unless it stands still at a moment until somebody does.
CREATE TABLE leases (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    node TEXT,
    incarnation INTEGER,
    epoch INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    stands INTEGER
) STRICT;
CREATE INDEX leases_of ON leases (node, incarnation) WHERE node IS NOT NULL;
CREATE INDEX leases_standing ON leases (game) WHERE stands IS NOT NULL;
