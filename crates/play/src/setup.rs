use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::Family;
use crate::variant::{Held, Variant};

/// Which game, under which rules, on which board: what a setup text says. It answers for its
/// family, see [`Variant`].
///
/// ```
/// use moulin::{BARREAU, Moulin};
/// use play::Setup;
///
/// let setup = Setup::of(Moulin::new(BARREAU));
/// assert_eq!(setup.to_string(), "moulin:barreau");
/// assert_eq!(setup.session().moves().len(), 24);
/// ```
#[derive(Clone)]
pub struct Setup(Arc<dyn Variant>);

impl Setup {
    /// The setup of a game.
    #[must_use]
    pub fn of<G: Family>(game: G) -> Setup {
        Setup(Arc::new(Held(game)))
    }

    /// The game, if it is of that family.
    #[must_use]
    pub fn game<G: Family>(&self) -> Option<&G> {
        let held: &dyn Any = self.0.as_ref();
        held.downcast_ref::<Held<G>>().map(|Held(game)| game)
    }
}

impl Deref for Setup {
    type Target = dyn Variant;

    fn deref(&self) -> &dyn Variant {
        self.0.as_ref()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Setup").field(&self.0.text()).finish()
    }
}

impl PartialEq for Setup {
    /// The printed form is the same exactly for the same game.
    fn eq(&self, other: &Setup) -> bool {
        self.0.text() == other.0.text()
    }
}

impl Eq for Setup {}
