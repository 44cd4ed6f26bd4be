use super::super::StoreError;
use super::super::database::{Connection, Kind, Optional, params};
use super::Asking;
use super::place::Clock;
use super::reading::Reading;
use super::rows::{move_deadline, node_of, read_lease, write_lease_over};
use crate::cluster::{DatabaseTime, Decision, LeaseRow, Me, NodeRow, Present, decide};
use crate::game_id::GameId;
use play::Millis;

/// All that decides who speaks for a game, read in one statement.
pub(super) struct Situation {
    key: i64,
    pub(super) lease: Option<LeaseRow>,
    /// The row of the node that the lease names.
    holder: Option<NodeRow>,
    /// But for the uptime of who asks.
    present: Present,
    /// Whether a clock of days runs.
    has_deadline: bool,
    /// Whether the node that asks lives.
    pub(super) has_place: bool,
}

impl Situation {
    /// Read with the game locked, nobody else takes it meanwhile. Nothing if there is no such game, or somebody
    /// else has it locked at this moment: who would wait for it, with what they have locked themselves, keeps
    /// others waiting.
    pub(super) fn read(
        connection: &Connection,
        game: GameId,
        asking: &Asking,
        reading: Reading,
    ) -> Result<Option<Situation>, StoreError> {
        let (clock, lock) = match (connection.kind(), reading) {
            (Kind::Sqlite, _) => ("0", ""),
            (Kind::Postgres, Reading::Free) => (Clock::OF_POSTGRES, ""),
            (Kind::Postgres, _) => (
                Clock::OF_POSTGRES,
                " FOR NO KEY UPDATE OF games SKIP LOCKED",
            ),
        };
        let sql = format!(
            "SELECT games.id, leases.node, leases.incarnation, leases.epoch, leases.behind, leases.stands, \
                 nodes.incarnation, nodes.uptime, nodes.expires, nodes.wired, games.deadline IS NOT NULL, \
                 (SELECT log.uptime FROM log WHERE log.game = games.id ORDER BY log.ply DESC LIMIT 1), \
                 (SELECT uptime FROM server), \
                 (SELECT expires FROM nodes WHERE name = ?2 AND incarnation = ?3), {clock} \
             FROM games LEFT JOIN leases ON leases.game = games.id LEFT JOIN nodes ON nodes.name = leases.node \
             WHERE games.name = ?1{lock}"
        );
        let me = &asking.holder;
        let values = params![game.as_str(), me.node.as_str(), me.incarnation.0 as i64];
        let row = connection.query_row(&sql, values, |row| {
            let lease: (Option<String>, Option<i64>) = (row.get(1)?, row.get(2)?);
            let numbers: Option<i64> = row.get(3)?;
            let numbers = match numbers {
                Some(epoch) => Some((epoch, row.get(4)?, row.get(5)?)),
                None => None,
            };
            let incarnation: Option<i64> = row.get(6)?;
            let node: Option<(i64, i64, i64, bool)> = match incarnation {
                Some(incarnation) => Some((incarnation, row.get(7)?, row.get(8)?, row.get(9)?)),
                None => None,
            };
            let last: Option<i64> = row.get(11)?;
            let times: (i64, Option<i64>, i64) = (row.get(12)?, row.get(13)?, row.get(14)?);
            Ok((row.get(0)?, lease, numbers, node, row.get(10)?, last, times))
        });
        let Some((key, named, numbers, node, has_deadline, last, times)) = row.optional()? else {
            return Ok(None);
        };
        let (site, place, clock) = times;
        let clock = asking.clock.at(connection, clock);
        let lease = numbers
            .map(|numbers| read_lease(named, numbers))
            .transpose()?;
        let named = lease.as_ref().and_then(|lease| lease.holder.as_ref());
        let holder = named
            .zip(node)
            .map(|(named, node)| node_of(&named.node, node));
        Ok(Some(Situation {
            key,
            lease,
            holder,
            present: Present {
                clock,
                site: Millis(site as u64),
                last: last.map(|last| Millis(last as u64)),
            },
            has_deadline,
            has_place: place.is_some_and(|expires| clock < DatabaseTime(expires)),
        }))
    }

    /// What is to become of the game's lease.
    pub(super) fn decide(&self, asking: &Asking) -> Decision {
        // After all that takes time to read: nobody is charged for it.
        let me = asking.me();
        let present = self.present_to(&me);
        decide(self.lease.as_ref(), self.holder.as_ref(), &me, &present)
    }

    /// The present to a node with its uptime.
    pub(super) fn present_to(&self, me: &Me) -> Present {
        Present {
            site: self.present.site.max(me.uptime),
            ..self.present
        }
    }

    /// Writes the lease if it still is what was read, and returns whether it was.
    pub(super) fn replace(
        &self,
        connection: &Connection,
        lease: &LeaseRow,
    ) -> Result<bool, StoreError> {
        let before = self.lease.as_ref();
        let written = write_lease_over(connection, self.key, Some(before), lease)?;
        if written && self.has_deadline {
            move_deadline(connection, self.key, before, lease)?;
        }
        Ok(written)
    }
}
