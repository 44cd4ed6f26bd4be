//! The rows that say which nodes live and who speaks for a game. What becomes of them is decided by
//! [`crate::cluster`]; each function here is one transaction. Whoever keeps them in a database that
//! several processes write has to lock what [`lease_row`] reads before it is changed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::database::{Connection, Kind, Optional, params};
use super::games::{ids, read_id};
use super::{Store, StoreError};
use crate::cluster::{
    Beat, Behind, Cable, DatabaseTime, Decision, Epoch, Held, Holder, Incarnation, Lease, LeaseRow,
    Me, Membership, NodeName, NodeRow, Peer, Present, Renewal, Rest, Standing, abandon, decide,
    delay, is_living, join, leave, may_write, release, renew,
};
use crate::game_id::GameId;
use crate::uptime::{Uptime, calendar};
use play::Millis;

/// Games that are looked for in one go.
const AT_ONCE: i64 = 200;

/// Leases and nodes that are swept in one go.
const SWEPT: i64 = 500;

/// How long a node is remembered that is gone, and a lease of a game that is over: longer than any
/// process is stopped and goes on.
const REMEMBERED: i64 = 24 * 3600 * 1000;

/// A store's place among several on one database, and that database's clock.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Which node it is, if it is one of several.
    holder: Mutex<Option<Holder>>,
    clock: Clock,
}

/// The database's clock. That of a file is the calendar of its machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// By how much tests have it go ahead, in milliseconds.
    #[cfg(test)]
    ahead: std::sync::Arc<std::sync::atomic::AtomicI64>,
}

impl Clock {
    fn now(&self, connection: &Connection) -> Result<DatabaseTime, StoreError> {
        let now = match connection.kind() {
            Kind::Sqlite => calendar() as i64,
            Kind::Postgres => {
                let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                connection.query_row(sql, params![], |row| row.get(0))?
            }
        };
        #[cfg(test)]
        let now = now + self.ahead.load(std::sync::atomic::Ordering::SeqCst);
        Ok(DatabaseTime(now))
    }
}

/// Whether a row that is read stays as it is until the transaction ends. SQLite has one writer, and so
/// whatever it reads before it writes does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// It may be changed at once.
    Free,
    /// Nobody changes it; others may read it likewise.
    Shared,
    /// It is going to be changed.
    Alone,
}

impl Reading {
    fn of(self, connection: &Connection, sql: &str) -> String {
        let lock = match (connection.kind(), self) {
            (Kind::Sqlite, _) | (_, Reading::Free) => "",
            (Kind::Postgres, Reading::Shared) => " FOR SHARE",
            (Kind::Postgres, Reading::Alone) => " FOR UPDATE",
        };
        format!("{sql}{lock}")
    }
}

impl Place {
    fn holder(&self) -> Option<Holder> {
        let holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner);
        holder.clone()
    }

    /// That of another store on the same database.
    #[cfg(test)]
    pub(super) fn beside(&self) -> Place {
        Place {
            holder: Mutex::default(),
            clock: self.clock.clone(),
        }
    }

    fn set(&self, holder: Option<Holder>) {
        *self.holder.lock().unwrap_or_else(PoisonError::into_inner) = holder;
    }
}

/// What a transaction about leases needs to know of the node it is for.
#[derive(Clone, Debug)]
struct Asking {
    holder: Holder,
    uptime: Uptime,
    clock: Clock,
}

impl Asking {
    fn me(&self) -> Me {
        Me {
            holder: self.holder.clone(),
            uptime: self.uptime.now(),
        }
    }

    /// Refuses a node that has lost its place.
    fn has_place(&self, connection: &Connection) -> Result<(), StoreError> {
        let row = node_row(connection, &self.holder.node, Reading::Shared)?;
        let now = self.clock.now(connection)?;
        match row.filter(|row| row.holder == self.holder && is_living(row, now)) {
            Some(_) => Ok(()),
            None => Err(StoreError::Outdated),
        }
    }
}

impl Store {
    /// Becomes a node of a site, or anew after its place was lost. What a process of the same name
    /// spoke for is nobody's from now on.
    pub(crate) async fn join_site(&self, name: NodeName) -> Result<Membership, StoreError> {
        if self.condition().is_troubled() {
            self.try_to_write().await?;
        }
        let (uptime, clock) = (self.uptime().clone(), self.place.clock.clone());
        let joined = self.write(move |connection| {
            let before = node_row(connection, &name, Reading::Alone)?;
            let (uptime, now) = (uptime.now(), clock.now(connection)?);
            if let Some(before) = &before {
                for game in held(connection, &before.holder)? {
                    if let Some(lease) = lease_row(connection, game, Reading::Alone)? {
                        let present = present(connection, game, uptime, now)?;
                        let free = abandon(&lease, before, &present);
                        write_lease(connection, game, Some(&lease), &free)?;
                    }
                }
            }
            let row = join(before.as_ref(), name, uptime, now);
            write_node(connection, &row)?;
            raise_uptime(connection, uptime)?;
            Ok(row.holder)
        });
        let holder = joined.await?;
        self.place.set(Some(holder.clone()));
        self.condition().expect_beats();
        Ok(Membership {
            name: holder.node,
            incarnation: holder.incarnation,
        })
    }

    /// Which node of a site this is, if any.
    pub(crate) fn membership(&self) -> Option<Membership> {
        self.place.holder().map(|holder| Membership {
            name: holder.node,
            incarnation: holder.incarnation,
        })
    }

    /// Tells the site that this node lives and whether it can talk to others, and learns what else lives.
    pub(crate) async fn beat_site(&self, cable: Cable) -> Result<Beat, StoreError> {
        if self.condition().is_troubled() {
            self.try_to_write().await?;
        }
        let asking = self.asking()?;
        self.write(move |connection| {
            let row = node_row(connection, &asking.holder.node, Reading::Alone)?;
            let (me, now) = (asking.me(), asking.clock.now(connection)?);
            let standing = match renew(row.as_ref(), &me, cable, now) {
                Renewal::Lost => Standing::Lost,
                Renewal::Kept(row) => {
                    write_node(connection, &row)?;
                    raise_uptime(connection, me.uptime)?;
                    Standing::Kept
                }
            };
            Ok(Beat {
                standing,
                peers: peers(connection, &me.holder.node, now)?,
                site: site_uptime(connection)?,
            })
        })
        .await
    }

    /// The other nodes that live, for one that has no place itself.
    pub(crate) async fn peers(&self, me: NodeName) -> Result<Vec<Peer>, StoreError> {
        let clock = self.place.clock.clone();
        self.read(move |connection| peers(connection, &me, clock.now(connection)?))
            .await
    }

    /// Gives up this node's place: what it still speaks for is there for others to take up at once.
    pub(crate) async fn leave_site(&self) -> Result<(), StoreError> {
        let asking = self.asking()?;
        let left = self.write(move |connection| {
            let row = node_row(connection, &asking.holder.node, Reading::Alone)?;
            let (me, now) = (asking.me(), asking.clock.now(connection)?);
            if let Some(row) = leave(row.as_ref(), &me, now) {
                write_node(connection, &row)?;
            }
            raise_uptime(connection, me.uptime)
        });
        left.await?;
        self.place.set(None);
        Ok(())
    }

    /// Speaks for a game from now on, unless another node that lives does. Outdated when this node
    /// has lost its place.
    pub(crate) async fn acquire(&self, game: GameId) -> Result<Held, StoreError> {
        let asking = self.asking()?;
        // Most games that are asked for and not this node's are another's: that takes no lock.
        let look = asking.clone();
        let found = self.read(move |connection| {
            let key = key_of(connection, game)?;
            consider(connection, key, &look, Reading::Free)
        });
        if let (_, Decision::Held(node)) = found.await? {
            return Ok(Held::By(node));
        }
        self.write(move |connection| {
            let key = key_of(connection, game)?;
            // Before the lease is read, which may not be there yet: of two that ask at once one has to ask again.
            if !connection.try_lock_game(key)? {
                return Ok(Held::Contended);
            }
            asking.has_place(connection)?;
            let (before, decision) = consider(connection, key, &asking, Reading::Alone)?;
            match decision {
                Decision::Held(node) => Ok(Held::By(node)),
                Decision::Mine(lease) => Ok(Held::Mine(lease)),
                Decision::Take(row) => {
                    write_lease(connection, key, before.as_ref(), &row)?;
                    Ok(Held::Mine(Lease {
                        epoch: row.epoch,
                        behind: row.behind,
                    }))
                }
            }
        })
        .await
    }

    /// Writes down by how much the time of a game is behind this node's uptime by now.
    pub(crate) async fn delay(
        &self,
        game: GameId,
        claim: Epoch,
        behind: Behind,
    ) -> Result<(), StoreError> {
        let asking = self.asking()?;
        self.write(move |connection| {
            let key = key_of(connection, game)?;
            let before = lease_row(connection, key, Reading::Alone)?;
            let after = delay(before.as_ref(), claim, behind, &asking.me());
            let after = after.ok_or(StoreError::Outdated)?;
            write_lease(connection, key, before.as_ref(), &after)
        })
        .await
    }

    /// Gives a game back that nobody is here for, if it is still held under this epoch. Its clock of
    /// days goes on.
    pub(crate) async fn release(&self, game: GameId, claim: Epoch) -> Result<(), StoreError> {
        self.give_back(game, claim, Rest::Runs).await
    }

    /// Gives a game back for another node to go on with, if it is still held under this epoch. Its clock
    /// stands still until one does.
    pub(crate) async fn hand_over(&self, game: GameId, claim: Epoch) -> Result<(), StoreError> {
        self.give_back(game, claim, Rest::Stands).await
    }

    async fn give_back(&self, game: GameId, claim: Epoch, rest: Rest) -> Result<(), StoreError> {
        let asking = self.asking()?;
        self.write(move |connection| {
            let key = key_of(connection, game)?;
            let me = asking.me();
            let lease = lease_row(connection, key, Reading::Alone)?;
            let now = asking.clock.now(connection)?;
            let present = present(connection, key, me.uptime, now)?;
            if let Some(free) = release(lease.as_ref(), claim, rest, &me, &present) {
                write_lease(connection, key, lease.as_ref(), &free)?;
                // Otherwise the time of the game would go back to what the site's was.
                raise_uptime(connection, me.uptime)?;
            }
            Ok(())
        })
        .await
    }

    /// The games this node speaks for, and under which epoch.
    pub(crate) async fn held(&self) -> Result<HashMap<GameId, Epoch>, StoreError> {
        let asking = self.asking()?;
        self.read(move |connection| {
            let sql = "SELECT games.name, leases.epoch FROM leases JOIN games ON games.id = leases.game \
                WHERE leases.node = ?1 AND leases.incarnation = ?2";
            let Holder { node, incarnation } = &asking.holder;
            let values = params![node.as_str(), incarnation.0 as i64];
            let rows = connection.query(sql, values, |row| {
                Ok((row.get::<String>(0)?, row.get::<i64>(1)?))
            })?;
            let held = rows
                .iter()
                .map(|(game, epoch)| Ok((read_id(game)?, Epoch(*epoch as u64))));
            held.collect()
        })
        .await
    }

    /// Some games somebody has to speak for and nobody does: those of nodes that are gone, and those
    /// that were left with their time standing still.
    pub(crate) async fn orphans(&self) -> Result<Vec<GameId>, StoreError> {
        let clock = self.place.clock.clone();
        self.read(move |connection| {
            let now = clock.now(connection)?;
            let of_the_gone = "SELECT games.name FROM nodes \
                JOIN leases ON leases.node = nodes.name AND leases.incarnation = nodes.incarnation \
                JOIN games ON games.id = leases.game \
                WHERE nodes.expires <= ?1 AND games.status IN ('open', 'live') LIMIT ?2";
            let standing = "SELECT games.name FROM leases JOIN games ON games.id = leases.game \
                WHERE leases.stands IS NOT NULL AND games.status IN ('open', 'live') LIMIT ?1";
            let mut games = ids(connection, of_the_gone, params![now.0, AT_ONCE])?;
            games.extend(ids(connection, standing, params![AT_ONCE])?);
            Ok(games)
        })
        .await
    }

    /// Forgets some leases of games that have been over for long, and some nodes that have been gone
    /// for as long and speak for nothing. Returns how many.
    pub(crate) async fn sweep_leases(&self) -> Result<usize, StoreError> {
        let clock = self.place.clock.clone();
        self.write(move |connection| {
            let leases = "DELETE FROM leases WHERE game IN (SELECT leases.game FROM leases \
                JOIN games ON games.id = leases.game \
                WHERE games.status IN ('over', 'aborted') AND games.touched <= ?1 \
                AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = leases.node \
                    AND nodes.incarnation = leases.incarnation AND nodes.expires > ?2) LIMIT ?3)";
            let nodes = "DELETE FROM nodes WHERE name IN (SELECT name FROM nodes \
                WHERE expires <= ?1 \
                AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.node = nodes.name) LIMIT ?2)";
            let now = clock.now(connection)?.0;
            let until = (site_uptime(connection)?.0 as i64).saturating_sub(REMEMBERED);
            let leases = connection.execute(leases, params![until, now, SWEPT])?;
            let nodes = connection.execute(nodes, params![now - REMEMBERED, SWEPT])?;
            Ok(leases + nodes)
        })
        .await
    }

    /// Has the database's clock go ahead, for all stores on it.
    #[cfg(test)]
    pub(crate) fn pass_time(&self, time: std::time::Duration) {
        let millis = time.as_millis() as i64;
        let ahead = &self.place.clock.ahead;
        ahead.fetch_add(millis, std::sync::atomic::Ordering::SeqCst);
    }

    fn asking(&self) -> Result<Asking, StoreError> {
        Ok(Asking {
            holder: self.place.holder().ok_or(StoreError::Outdated)?,
            uptime: self.uptime().clone(),
            clock: self.place.clock.clone(),
        })
    }
}

/// Refuses a write that names an epoch which is not the game's, in the transaction of the write.
/// One that names none is of a server that is alone.
pub(super) fn fence(
    connection: &Connection,
    game: i64,
    claim: Option<Epoch>,
) -> Result<(), StoreError> {
    match claim {
        Some(claim)
            if !may_write(
                lease_row(connection, game, Reading::Shared)?.as_ref(),
                claim,
            ) =>
        {
            Err(StoreError::Outdated)
        }
        _ => Ok(()),
    }
}

/// What is to become of a game's lease that a node asks for, and what it was.
fn consider(
    connection: &Connection,
    game: i64,
    asking: &Asking,
    reading: Reading,
) -> Result<(Option<LeaseRow>, Decision), StoreError> {
    let lease = lease_row(connection, game, reading)?;
    let named = lease.as_ref().and_then(|lease| lease.holder.as_ref());
    let holder = match named {
        Some(named) => node_row(connection, &named.node, Reading::Free)?,
        None => None,
    };
    let now = asking.clock.now(connection)?;
    let mut present = present(connection, game, Millis::default(), now)?;
    // After all that takes time to read: nobody is charged for it.
    let me = asking.me();
    present.site = present.site.max(me.uptime);
    let decision = decide(lease.as_ref(), holder.as_ref(), &me, &present);
    Ok((lease, decision))
}

/// What the database says of the present of a game, to a node with this uptime.
fn present(
    connection: &Connection,
    game: i64,
    uptime: Millis,
    clock: DatabaseTime,
) -> Result<Present, StoreError> {
    let sql = "SELECT uptime FROM log WHERE game = ?1 ORDER BY ply DESC LIMIT 1";
    let last = connection.query_row(sql, params![game], |row| row.get::<i64>(0));
    let last = last.optional()?;
    Ok(Present {
        clock,
        site: site_uptime(connection)?.max(uptime),
        last: last.map(|last| Millis(last as u64)),
    })
}

/// The games a node speaks for.
fn held(connection: &Connection, holder: &Holder) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT game FROM leases WHERE node = ?1 AND incarnation = ?2";
    let values = params![holder.node.as_str(), holder.incarnation.0 as i64];
    Ok(connection.query(sql, values, |row| row.get(0))?)
}

fn peers(
    connection: &Connection,
    me: &NodeName,
    now: DatabaseTime,
) -> Result<Vec<Peer>, StoreError> {
    let sql = "SELECT name, incarnation, wired FROM nodes WHERE expires > ?1 AND name <> ?2 ORDER BY name";
    let rows = connection.query(sql, params![now.0, me.as_str()], |row| {
        Ok((row.get::<String>(0)?, row.get::<i64>(1)?, row.get(2)?))
    })?;
    let peer = |(name, incarnation, wired): (String, i64, bool)| {
        Ok(Peer {
            name: read_name(&name)?,
            incarnation: Incarnation(incarnation as u64),
            cable: cable(wired),
        })
    };
    rows.into_iter().map(peer).collect()
}

fn node_row(
    connection: &Connection,
    name: &NodeName,
    reading: Reading,
) -> Result<Option<NodeRow>, StoreError> {
    let sql = "SELECT incarnation, uptime, expires, wired FROM nodes WHERE name = ?1";
    let sql = reading.of(connection, sql);
    let row = connection.query_row(&sql, params![name.as_str()], |row| {
        Ok(NodeRow {
            holder: Holder {
                node: name.clone(),
                incarnation: Incarnation(row.get::<i64>(0)? as u64),
            },
            uptime: Millis(row.get::<i64>(1)? as u64),
            expires: DatabaseTime(row.get(2)?),
            cable: cable(row.get(3)?),
        })
    });
    Ok(row.optional()?)
}

fn write_node(connection: &Connection, row: &NodeRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO nodes (name, incarnation, uptime, expires, wired) \
               VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (name) DO UPDATE \
               SET incarnation = ?2, uptime = ?3, expires = ?4, wired = ?5";
    let values = params![
        row.holder.node.as_str(),
        row.holder.incarnation.0 as i64,
        row.uptime.0 as i64,
        row.expires.0,
        row.cable == Cable::Whole,
    ];
    connection.execute(sql, values)?;
    Ok(())
}

const fn cable(wired: bool) -> Cable {
    if wired { Cable::Whole } else { Cable::Cut }
}

fn lease_row(
    connection: &Connection,
    game: i64,
    reading: Reading,
) -> Result<Option<LeaseRow>, StoreError> {
    let sql = "SELECT node, incarnation, epoch, behind, stands FROM leases WHERE game = ?1";
    let sql = reading.of(connection, sql);
    let row = connection.query_row(&sql, params![game], |row| {
        let holder: (Option<String>, Option<i64>) = (row.get(0)?, row.get(1)?);
        let numbers: (i64, i64, Option<i64>) = (row.get(2)?, row.get(3)?, row.get(4)?);
        Ok((holder, numbers))
    });
    let Some(((node, incarnation), (epoch, behind, stands))) = row.optional()? else {
        return Ok(None);
    };
    let holder = match node.zip(incarnation) {
        Some((node, incarnation)) => Some(Holder {
            node: read_name(&node)?,
            incarnation: Incarnation(incarnation as u64),
        }),
        None => None,
    };
    Ok(Some(LeaseRow {
        holder,
        epoch: Epoch(epoch as u64),
        behind: Behind(behind),
        stands: stands.map(|moment| Millis(moment as u64)),
    }))
}

/// Writes a lease in the place of another. A deadline is kept in the uptime that the time of the game
/// goes by, so that the site's reaches it no later than the game's does.
fn write_lease(
    connection: &Connection,
    game: i64,
    before: Option<&LeaseRow>,
    lease: &LeaseRow,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO leases (game, node, incarnation, epoch, behind, stands) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (game) \
               DO UPDATE SET node = ?2, incarnation = ?3, epoch = ?4, behind = ?5, stands = ?6";
    let holder = lease.holder.as_ref();
    let values = params![
        game,
        holder.map(|holder| holder.node.as_str()),
        holder.map(|holder| holder.incarnation.0 as i64),
        lease.epoch.0 as i64,
        lease.behind.0,
        lease.stands.map(|moment| moment.0 as i64),
    ];
    connection.execute(sql, values)?;
    let moved = lease.behind.0 - before.map_or(0, |before| before.behind.0);
    if moved != 0 {
        let sql = "UPDATE games SET deadline = deadline + ?2 \
                   WHERE id = ?1 AND deadline IS NOT NULL";
        connection.execute(sql, params![game, moved])?;
    }
    Ok(())
}

/// The site's uptime as it is stored.
pub(super) fn site_uptime(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT uptime FROM server";
    let uptime: i64 = connection.query_row(sql, params![], |row| row.get(0))?;
    Ok(Millis(uptime as u64))
}

fn raise_uptime(connection: &Connection, uptime: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE server SET uptime = ?1 WHERE uptime < ?1";
    connection.execute(sql, params![uptime.0 as i64])?;
    Ok(())
}

fn key_of(connection: &Connection, game: GameId) -> Result<i64, StoreError> {
    let sql = "SELECT id FROM games WHERE name = ?1";
    Ok(connection.query_row(sql, params![game.as_str()], |row| row.get(0))?)
}

fn read_name(text: &str) -> Result<NodeName, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged {
        detail: format!("{text:?} is no node"),
    })
}
