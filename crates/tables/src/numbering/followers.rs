use game::Side;
use moulin::{FEWEST, Flights, Rules};

use super::layer::{Layer, exchanged};
use crate::kernel::{Captures, Flying, Laws};

/// A layer that some turn of another may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Follower {
    pub(crate) layer: Layer,
    /// Stones that the turn takes.
    pub(crate) taken: u8,
    pub(crate) way: Way,
}

/// What a turn does to the right to fly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It leaves the right as it was.
    Plain,
    /// It uses up the right.
    LastFlight,
}

impl Layer {
    /// How the side to move may fly.
    pub(crate) fn flying(self, laws: &Laws) -> Flying {
        if self.hands[0] > 0 {
            return Flying::Never;
        }
        laws.flying(self.mover, self.rights())
    }

    /// The layer after a turn that takes so many stones, the flights being these afterwards, white
    /// still standing for who made the turn.
    pub(crate) fn after(self, taken: u8, flights: Flights) -> Layer {
        let placed = self.hands[0].min(1);
        Layer {
            hands: [self.hands[1], self.hands[0] - placed],
            mover: self.other - taken,
            other: self.mover + placed,
            flights: exchanged(flights),
        }
    }

    /// The layers that its turns may lead to while the game goes on, by the numbers of stones.
    pub(crate) fn followers(self, laws: &Laws) -> Vec<Follower> {
        // Without three stones there is no mill.
        let mill = self.mover + self.hands[0].min(1) >= FEWEST;
        let most = if mill { Captures::most(&laws.rules) } else { 0 };
        let goes_on = |taken: &u8| self.other + self.hands[1] >= FEWEST + taken;
        let mut found = Vec::new();
        for taken in (0..=most.min(self.other)).filter(goes_on) {
            let layer = self.after(taken, self.flights);
            let way = Way::Plain;
            found.push(Follower { layer, taken, way });
            if self.flying(laws) == Flying::Once {
                let layer = self.after(taken, self.flights.without(Side::White));
                let way = Way::LastFlight;
                found.push(Follower { layer, taken, way });
            }
        }
        found
    }

    /// The layers of the placing phase with so many stones placed by both together, that play can
    /// reach: nobody takes more stones than he has placed beyond his second.
    pub(crate) fn placing(rules: &Rules, turn: u8) -> Vec<Layer> {
        // White begins, so the side to move has placed as many as the other or one fewer.
        let [mover, other] = [turn / 2, turn.div_ceil(2)];
        let hands = [rules.stones - mover, rules.stones - other];
        let stones = |placed: u8, hand: u8, by: u8| {
            let taken = Captures::most(rules) * by.saturating_sub(2);
            let stones = placed.saturating_sub(taken)..=placed;
            stones.filter(move |stones| stones + hand >= FEWEST)
        };
        let mut layers = Vec::new();
        for movers in stones(mover, hands[0], other) {
            layers.extend(stones(other, hands[1], mover).map(|others| Layer {
                hands,
                mover: movers,
                other: others,
                flights: Flights::at_start(rules.flight),
            }));
        }
        layers
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Random};
    use moulin::Moulin;

    use super::*;
    use crate::numbering::stones::Stones;

    const SETUPS: [&str; 10] = [
        "classique",
        "envol",
        "barreau",
        "classique,double=2",
        "envol,double=2,stuck=pass",
        "barreau,stuck=pass",
        "classique,flight=9,double=2",
        "envol,flight=once-7",
        "barreau,flight=once-5,take=any",
        "classique,flight=never,stuck=pass",
    ];

    /// Whatever the rules crate plays, the layer it comes to is among the followers.
    #[test]
    fn turns_lead_to_followers_on_a_million_positions() {
        let mut random = Random::new(7);
        let mut positions = 0;
        for setup in SETUPS.iter().cycle().take(800) {
            let moulin = Moulin::from_options(setup).unwrap();
            let laws = Laws::new(moulin.rules());
            let mut position = moulin.start();
            for _ in 0..150 {
                let (stones, layer) = Stones::of(&position);
                let followers = layer.followers(&laws);
                moulin.each_move(&position, |played| {
                    let next = moulin.play(&position, played);
                    positions += 1;
                    if moulin.outcome(&next).is_some() {
                        return;
                    }
                    let (after, next) = Stones::of(&next);
                    let taken = (stones.other.count_ones() - after.mover.count_ones()) as u8;
                    let way = if next.flights == exchanged(layer.flights) {
                        Way::Plain
                    } else {
                        Way::LastFlight
                    };
                    let follower = Follower {
                        layer: next,
                        taken,
                        way,
                    };
                    assert!(followers.contains(&follower), "{setup} {layer:?} {next:?}");
                });
                match moulin.random_move(&position, &mut random) {
                    Some(played) => position = moulin.play(&position, played),
                    None => break,
                }
            }
        }
        assert!(positions > 1_000_000, "{positions}");
    }

    /// Nobody solves layers for nothing: a follower that is no layer of the game would be missed
    /// when it is looked for.
    #[test]
    fn followers_are_layers_of_the_game() {
        for setup in SETUPS {
            let moulin = Moulin::from_options(setup).unwrap();
            let (rules, laws) = (moulin.rules(), Laws::new(moulin.rules()));
            let pairs = crate::Pair::up_to(rules, rules.stones, rules.stones);
            let mut layers: Vec<Layer> = pairs.into_iter().flat_map(crate::Pair::layers).collect();
            for turn in 0..2 * rules.stones {
                layers.extend(Layer::placing(rules, turn));
            }
            for layer in &layers {
                for follower in layer.followers(&laws) {
                    assert!(layers.contains(&follower.layer), "{setup} {layer:?}");
                }
            }
        }
    }
}
