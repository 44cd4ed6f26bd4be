use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use game::{Random, Side};

use super::entrant::Chair;
use super::openings::Openings;
use super::{Arena, Played, Report, Spoiled, Tally};
use crate::record::Record;
use crate::{Family, Match};

/// Times a pair of games is played again when both came out the same.
const AGAIN: u64 = 20;

/// Plays a match at a game, which is that of the arena's setup.
pub(crate) fn contest<G: Family>(
    game: &G,
    arena: &Arena,
    see: &(dyn Fn(Tally) + Sync),
) -> Result<Report, Spoiled> {
    Runner { game, arena }.run(see)
}

struct Runner<'a, G> {
    game: &'a G,
    arena: &'a Arena,
}

impl<G: Family> Runner<'_, G> {
    fn run(&self, see: &(dyn Fn(Tally) + Sync)) -> Result<Report, Spoiled> {
        let mut random = Random::new(self.arena.seed);
        let pairs = self.arena.games.div_ceil(2) as usize;
        let openings = Openings::new(self.game, pairs, self.arena.opening, &mut random);
        let seeds: Vec<u64> = (0..pairs).map(|_| random.bits()).collect();
        let next = AtomicUsize::new(0);
        let results = Mutex::new((Tally::default(), vec![Vec::new(); pairs]));
        let spoiled = Mutex::new(None);
        let work = || -> Result<(), Spoiled> {
            let mut chairs = [self.chair(0)?, self.chair(1)?];
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                let (Some(opening), Some(seed)) = (openings.lines.get(pair), seeds.get(pair))
                else {
                    return Ok(());
                };
                let wanted = (self.arena.games as usize - 2 * pair).min(2);
                let played = self.pair(&mut chairs, opening, *seed, wanted)?;
                // The lock is never held while something can panic.
                if let Ok(mut results) = results.lock() {
                    results.0 = played
                        .iter()
                        .map(tally)
                        .fold(results.0, |sum, game| sum + game);
                    results.1[pair] = played;
                    see(results.0);
                }
            }
        };
        let work = || {
            if let Err(error) = work() {
                // The others find nothing left to do.
                next.store(pairs, Ordering::Relaxed);
                if let Ok(mut spoiled) = spoiled.lock() {
                    spoiled.get_or_insert(error);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.arena.threads.clamp(1, pairs.max(1)) {
                scope.spawn(work);
            }
            work();
        });
        if let Some(spoiled) = spoiled.into_inner().ok().flatten() {
            return Err(spoiled);
        }
        let (tally, games) = results.into_inner().unwrap_or_default();
        let games: Vec<Played> = games.into_iter().flatten().collect();
        let lines: HashSet<Vec<&str>> = games.iter().map(|game| game.record.main_line()).collect();
        Ok(Report {
            tally,
            different: lines.len() as u32,
            opening: openings.turns,
            games,
        })
    }

    fn chair(&self, number: usize) -> Result<Chair<G>, Spoiled> {
        let entrant = &self.arena.players[number];
        let chair = Chair::new(self.game, entrant, &self.arena.resources, &self.arena.go);
        chair.map_err(|error| Spoiled {
            entrant: entrant.clone(),
            error,
        })
    }

    /// Two games from one opening, colours changed; one where only one is wanted.
    fn pair(
        &self,
        chairs: &mut [Chair<G>; 2],
        opening: &[G::Move],
        seed: u64,
        wanted: usize,
    ) -> Result<Vec<Played>, Spoiled> {
        let mut games: Vec<Played> = Vec::new();
        for first in Side::BOTH.into_iter().take(wanted) {
            let mut game = self.game(chairs, opening, first, seed ^ first.index() as u64)?;
            for again in 1..=AGAIN {
                let same = |other: &Played| other.record.line == game.record.line;
                if !games.iter().any(same) {
                    break;
                }
                game = self.game(chairs, opening, first, seed.wrapping_add(again))?;
            }
            games.push(game);
        }
        Ok(games)
    }

    /// One game in which the first player has this colour.
    fn game(
        &self,
        chairs: &mut [Chair<G>; 2],
        opening: &[G::Move],
        first: Side,
        seed: u64,
    ) -> Result<Played, Spoiled> {
        let mut random = Random::new(seed);
        let mut game = Match::new(self.game.clone());
        for played in opening {
            game.push(*played);
        }
        while game.outcome().is_none() {
            let mover = usize::from(self.game.turn(game.position()) != first);
            let chosen = chairs[mover].choose(&game, &mut random);
            let chosen = chosen.map_err(|error| Spoiled {
                entrant: self.arena.players[mover].clone(),
                error,
            })?;
            let Some(played) = chosen else {
                break;
            };
            game.push(played);
        }
        let [one, other] = self.arena.players.each_ref().map(ToString::to_string);
        let [white, black] = match first {
            Side::White => [one, other],
            Side::Black => [other, one],
        };
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let tags = vec![tag("White", white), tag("Black", black)];
        Ok(Played {
            first,
            record: Record::of(&game, self.arena.setup.clone(), tags),
        })
    }
}

/// The result of one game for the first player.
fn tally(game: &Played) -> Tally {
    use crate::record::Ending;
    let winner = match game.record.ending {
        Ending::Over(outcome) => outcome.winner,
        Ending::Unfinished | Ending::Abandoned => None,
    };
    let count = |is: bool| u32::from(is);
    Tally {
        wins: count(winner == Some(game.first)),
        draws: count(winner.is_none()),
        losses: count(winner == Some(game.first.other())),
    }
}
