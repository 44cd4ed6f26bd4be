//! The rows of nodes and leases, as the database keeps them.

use super::super::StoreError;
use super::super::database::{Connection, Optional, params};
use super::reading::Reading;
use crate::cluster::{
    Behind, Cable, DatabaseTime, Epoch, Holder, Incarnation, LeaseRow, NodeName, NodeRow, Peer,
    Present,
};
use play::Millis;

/// What the database says of the present of a game, to a node with this uptime.
pub(super) fn present(
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
pub(super) fn held(connection: &Connection, holder: &Holder) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT game FROM leases WHERE node = ?1 AND incarnation = ?2";
    let values = params![holder.node.as_str(), holder.incarnation.0 as i64];
    Ok(connection.query(sql, values, |row| row.get(0))?)
}

pub(super) fn peers(
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

pub(super) fn node_row(
    connection: &Connection,
    name: &NodeName,
    reading: Reading,
) -> Result<Option<NodeRow>, StoreError> {
    let sql = "SELECT incarnation, uptime, expires, wired FROM nodes WHERE name = ?1";
    let sql = reading.of(connection, sql);
    let row = connection.query_row(&sql, params![name.as_str()], |row| {
        let columns = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(node_of(name, columns))
    });
    Ok(row.optional()?)
}

/// A row of a node: incarnation, uptime, until when it lives, whether it is wired.
pub(super) fn node_of(name: &NodeName, columns: (i64, i64, i64, bool)) -> NodeRow {
    let (incarnation, uptime, expires, wired) = columns;
    NodeRow {
        holder: Holder {
            node: name.clone(),
            incarnation: Incarnation(incarnation as u64),
        },
        uptime: Millis(uptime as u64),
        expires: DatabaseTime(expires),
        cable: cable(wired),
    }
}

pub(super) fn write_node(connection: &Connection, row: &NodeRow) -> Result<(), StoreError> {
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

pub(super) const fn cable(wired: bool) -> Cable {
    if wired { Cable::Whole } else { Cable::Cut }
}

pub(super) fn lease_row(
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
    let row = row.optional()?;
    row.map(|(holder, numbers)| read_lease(holder, numbers))
        .transpose()
}

/// A row of a lease: who holds it; its epoch, how far it is behind, where it stands.
pub(super) fn read_lease(
    holder: (Option<String>, Option<i64>),
    numbers: (i64, i64, Option<i64>),
) -> Result<LeaseRow, StoreError> {
    let ((node, incarnation), (epoch, behind, stands)) = (holder, numbers);
    let holder = match node.zip(incarnation) {
        Some((node, incarnation)) => Some(Holder {
            node: read_name(&node)?,
            incarnation: Incarnation(incarnation as u64),
        }),
        None => None,
    };
    Ok(LeaseRow {
        holder,
        epoch: Epoch(epoch as u64),
        behind: Behind(behind),
        stands: stands.map(|moment| Millis(moment as u64)),
    })
}

/// Writes a lease in the place of another.
pub(super) fn write_lease(
    connection: &Connection,
    game: i64,
    before: Option<&LeaseRow>,
    lease: &LeaseRow,
) -> Result<(), StoreError> {
    write_lease_over(connection, game, None, lease)?;
    move_deadline(connection, game, before, lease)
}

/// Writes a lease, only over this one if one is named; returns whether it was.
pub(super) fn write_lease_over(
    connection: &Connection,
    game: i64,
    over: Option<Option<&LeaseRow>>,
    lease: &LeaseRow,
) -> Result<bool, StoreError> {
    let holder = |lease: &LeaseRow| {
        let holder = lease.holder.clone();
        holder.map(|holder| (holder.node.as_str().to_owned(), holder.incarnation.0 as i64))
    };
    let (node, incarnation) = holder(lease).unzip();
    let (epoch, behind) = (lease.epoch.0 as i64, lease.behind.0);
    let stands = lease.stands.map(|moment| moment.0 as i64);
    let sql = "INSERT INTO leases (game, node, incarnation, epoch, behind, stands) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (game) \
               DO UPDATE SET node = ?2, incarnation = ?3, epoch = ?4, behind = ?5, stands = ?6";
    let Some(before) = over else {
        let values = params![game, node, incarnation, epoch, behind, stands];
        return Ok(connection.execute(sql, values)? > 0);
    };
    // Whoever took, gave back or changed it meanwhile has changed one of these. One that was not there
    // before has no epoch.
    let (was, known) = (
        before.map_or(-1, |before| before.epoch.0 as i64),
        before.and_then(holder),
    );
    let (was_node, was_incarnation) = known.unzip();
    let was_behind = before.map_or(0, |before| before.behind.0);
    let sql = format!(
        "{sql} WHERE leases.epoch = ?7 AND leases.node IS NOT DISTINCT FROM ?8 \
         AND leases.incarnation IS NOT DISTINCT FROM ?9 AND leases.behind = ?10"
    );
    let values = params![
        game,
        node,
        incarnation,
        epoch,
        behind,
        stands,
        was,
        was_node,
        was_incarnation,
        was_behind
    ];
    Ok(connection.execute(&sql, values)? > 0)
}

/// A deadline is kept in the uptime that the time of the game goes by, so that the site's reaches it no
/// later than the game's does.
pub(super) fn move_deadline(
    connection: &Connection,
    game: i64,
    before: Option<&LeaseRow>,
    lease: &LeaseRow,
) -> Result<(), StoreError> {
    let moved = lease.behind.0 - before.map_or(0, |before| before.behind.0);
    if moved != 0 {
        let sql = "UPDATE games SET deadline = deadline + ?2 \
                   WHERE id = ?1 AND deadline IS NOT NULL";
        connection.execute(sql, params![game, moved])?;
    }
    Ok(())
}

/// The site's uptime as it is stored.
pub(in crate::store) fn site_uptime(connection: &Connection) -> Result<Millis, StoreError> {
    let sql = "SELECT uptime FROM server";
    let uptime: i64 = connection.query_row(sql, params![], |row| row.get(0))?;
    Ok(Millis(uptime as u64))
}

pub(super) fn raise_uptime(connection: &Connection, uptime: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE server SET uptime = ?1 WHERE uptime < ?1";
    connection.execute(sql, params![uptime.0 as i64])?;
    Ok(())
}

pub(super) fn read_name(text: &str) -> Result<NodeName, StoreError> {
    text.parse().map_err(|_| StoreError::Damaged {
        detail: format!("{text:?} is no node"),
    })
}
