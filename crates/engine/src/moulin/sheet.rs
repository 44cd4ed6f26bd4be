use std::path::Path;
use std::sync::{Arc, OnceLock};

use moulin::{BARREAU, CLASSIQUE, ENVOL, Rules};
use tables::{Openings, Store};

use super::network::Network;

/// A rule set with what the program carries for it: openings and a network, or neither. A sheet of the
/// rules crate that has no value here, and rules that are no sheet, are played without.
pub(super) struct Sheet {
    rules: Rules,
    openings: Option<Openings>,
    /// As it was written by training.
    network: Option<&'static [u8]>,
    /// Read when it is first asked for.
    read: OnceLock<Option<Arc<Network>>>,
}

/// Every sheet that something is carried for.
static SHEETS: [Sheet; 3] = [
    Sheet::new(
        CLASSIQUE,
        Some(include_bytes!("../../../../data/openings/classique.bound")),
        Some(include_bytes!("../../../../data/network/classique.bin")),
    ),
    Sheet::new(
        ENVOL,
        Some(include_bytes!("../../../../data/openings/envol.bound")),
        Some(include_bytes!("../../../../data/network/envol.bin")),
    ),
    Sheet::new(
        BARREAU,
        Some(include_bytes!("../../../../data/openings/barreau.bound")),
        Some(include_bytes!("../../../../data/network/barreau.bin")),
    ),
];

impl Sheet {
    /// With openings as `merelle tables bind` made them, and a network as `merelle training fit` did.
    const fn new(
        rules: Rules,
        openings: Option<&'static [u8]>,
        network: Option<&'static [u8]>,
    ) -> Sheet {
        Sheet {
            rules,
            openings: match openings {
                Some(bound) => Some(Openings::new(bound)),
                None => None,
            },
            network,
            read: OnceLock::new(),
        }
    }

    /// The sheet with these rules.
    fn find(rules: &Rules) -> Option<&'static Sheet> {
        SHEETS.iter().find(|sheet| sheet.rules == *rules)
    }

    /// The network of these rules, if one is carried.
    pub(super) fn network(rules: &Rules) -> Option<Arc<Network>> {
        Sheet::find(rules)?.read_network()
    }

    fn read_network(&self) -> Option<Arc<Network>> {
        let bytes = self.network?;
        let read = self.read.get_or_init(|| Network::read(bytes).map(Arc::new));
        read.clone()
    }

    /// A number that differs for other networks.
    pub(super) fn edition(rules: &Rules) -> Option<u32> {
        Sheet::find(rules)?.network.map(crc32fast::hash)
    }
}

/// The tables of these rules: what is in a folder that holds those of all rules, and what the program
/// carries.
#[must_use]
pub fn store(rules: Rules, tables: Option<&Path>) -> Store {
    let openings = Sheet::find(&rules).and_then(|sheet| sheet.openings);
    Store::with_openings(rules, tables, openings)
}

#[cfg(test)]
mod tests {
    use game::Game;
    use moulin::{Double, Moulin};
    use tables::Wdl;

    use super::*;
    use crate::Stop;
    use crate::moulin::{Library, Limits, Searcher};

    /// Thinks a little with all that is carried for these rules.
    #[track_caller]
    fn plays(rules: Rules) {
        let moulin = Moulin::new(rules);
        let known = Library::default().of(&rules);
        let mut searcher = Searcher::new(&moulin, 1 << 16, 1)
            .with_network()
            .with_probe(known);
        let stop = Stop::never();
        let limits = Limits {
            depth: 2,
            ..Limits::until(&stop)
        };
        let result = searcher.search(&[], &moulin.start(), &limits, &mut |_| ());
        assert!(result.is_some_and(|result| result.damaged.is_empty()));
    }

    #[test]
    fn every_sheet_of_the_rules_is_played_with_what_is_carried_for_it() {
        for (name, rules) in moulin::SHEETS {
            plays(rules);
            let Some(sheet) = Sheet::find(&rules) else {
                continue;
            };
            assert_eq!(sheet.read_network().is_some(), sheet.network.is_some());
            let start = store(rules, None).wdl(&Moulin::new(rules).start());
            let expected = sheet.openings.map(|_| Wdl::Draw);
            assert_eq!(start.expect("what is carried is sound"), expected, "{name}");
        }
    }

    #[test]
    fn rules_that_are_no_sheet_are_played_without_openings_and_network() {
        let rules = Rules {
            double: Double::Two,
            ..ENVOL
        };
        assert!(Sheet::find(&rules).is_none());
        assert!(Sheet::network(&rules).is_none() && Sheet::edition(&rules).is_none());
        let start = store(rules, None).wdl(&Moulin::new(rules).start());
        assert_eq!(start.expect("nothing is read"), None);
        plays(rules);
    }

    #[test]
    fn a_sheet_may_carry_nothing() {
        let sheet = Sheet::new(CLASSIQUE, None, None);
        assert!(sheet.read_network().is_none() && sheet.openings.is_none());
        let damaged = Sheet::new(CLASSIQUE, None, Some(b"no network"));
        assert!(damaged.read_network().is_none());
    }
}
