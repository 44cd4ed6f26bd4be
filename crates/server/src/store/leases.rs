//! The rows that say which nodes live and who speaks for a game. What becomes of them is decided by
//! [`crate::cluster`]; each function here is one transaction. Whoever keeps them in a database that
//! several processes write has to lock what [`rows::lease_row`] reads before it is changed.

mod place;
mod reading;
mod rows;
mod situation;

use std::collections::HashMap;

use self::place::Clock;
pub(super) use self::place::Place;
use self::reading::Reading;
pub(super) use self::rows::site_uptime;
use self::rows::{
    held, lease_row, node_row, peers, present, raise_uptime, write_lease, write_node,
};
use self::situation::Situation;
use super::database::{Connection, params};
use super::games::{ids, read_id};
use super::{Store, StoreError};
use crate::cluster::{
    Beat, Behind, Cable, Decision, Epoch, Held, Holder, Lease, Me, Membership, NodeName, Peer,
    Renewal, Rest, Standing, abandon, delay, join, leave, may_write, release, renew,
};
use crate::game_id::GameId;
use crate::uptime::Uptime;

/// Games that are looked for in one go.
const AT_ONCE: i64 = 200;

/// Leases and nodes that are swept in one go.
const SWEPT: i64 = 500;

/// How long a node is remembered that is gone, and a lease of a game that is over: longer than any
/// process is stopped and goes on.
const REMEMBERED: i64 = 24 * 3600 * 1000;

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
        self.write_first(move |connection| {
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
            let situation = Situation::read(connection, game, &look, Reading::Free)?;
            let situation = situation.ok_or(StoreError::Missing)?;
            Ok(situation.decide(&look))
        });
        if let Decision::Held(node) = found.await? {
            return Ok(Held::By(node));
        }
        self.write(move |connection| {
            let Some(situation) = Situation::read(connection, game, &asking, Reading::Alone)?
            else {
                return Ok(Held::Contended);
            };
            if !situation.has_place {
                return Err(StoreError::Outdated);
            }
            match situation.decide(&asking) {
                Decision::Held(node) => Ok(Held::By(node)),
                Decision::Mine(lease) => Ok(Held::Mine(lease)),
                Decision::Take(row) => {
                    if !situation.replace(connection, &row)? {
                        return Ok(Held::Contended);
                    }
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
            let situation = Situation::read(connection, game, &asking, Reading::Free)?;
            let situation = situation.ok_or(StoreError::Missing)?;
            let after = delay(situation.lease.as_ref(), claim, behind, &asking.me());
            match after {
                Some(lease) if situation.replace(connection, &lease)? => Ok(()),
                _ => Err(StoreError::Outdated),
            }
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
            let situation = Situation::read(connection, game, &asking, Reading::Free)?;
            let situation = situation.ok_or(StoreError::Missing)?;
            let (me, lease) = (asking.me(), situation.lease.as_ref());
            let present = situation.present_to(&me);
            if let Some(free) = release(lease, claim, rest, &me, &present)
                && situation.replace(connection, &free)?
            {
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
