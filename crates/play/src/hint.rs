use crate::analysis::{Analysis, Value};
use crate::text::Text;
use crate::{Session, Setup};

/// Help for who is to move, in three steps: where to look, which move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where to look first; it does not name the move.
    pub look: Look,
    /// The move.
    pub played: String,
    /// Why it is good, where that can be said.
    pub why: Option<Text>,
    /// Whether no move is better is proven.
    pub is_proven: bool,
}

/// Where to look, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Places by name.
    pub places: Vec<String>,
    /// What is to be found there, in a sentence.
    pub text: Text,
}

impl Look {
    /// Somewhere around these places, without a word of what for.
    #[must_use]
    pub fn around(places: Vec<String>) -> Look {
        let text = Text::new("Look around here.", "Regardez par ici.");
        Look { places, text }
    }
}

impl Hint {
    /// The hint that an analysis of a session gives; nothing when the game is over.
    ///
    /// ```
    /// use engine::Resources;
    /// use play::analysis::Analyst;
    /// use play::{Families, Hint, Lang};
    ///
    /// let setup = Families::standard().setup("moulin:classique").unwrap();
    /// let session = setup.session_from("w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w").unwrap();
    /// let mut analyst = Analyst::new(&setup, &Resources::new(16 << 20));
    /// let analysis = analyst.best(session.as_ref(), std::time::Duration::from_millis(200)).unwrap();
    /// let hint = Hint::of(&setup, session.as_ref(), &analysis).unwrap();
    /// assert_eq!(hint.look.text.get(Lang::EN), "You can win at once here.");
    /// assert!(hint.played.starts_with("g4-g1x"));
    /// assert!(hint.is_proven);
    /// ```
    #[must_use]
    pub fn of(setup: &Setup, session: &dyn Session, analysis: &Analysis) -> Option<Hint> {
        let best = analysis.moves.first()?;
        let position = session.position();
        let wins = matches!(best.value, Value::Win(_) | Value::Won);
        let all_known = || analysis.moves.iter().all(|ranked| ranked.value.is_exact());
        Some(Hint {
            look: setup.look(&position, &best.played, &best.line)?,
            played: best.played.clone(),
            why: setup.why(&position, &best.played, &best.line),
            // A draw that is proven is best only where all else is known too.
            is_proven: best.limit_first.is_none() && best.value.is_exact() && (wins || all_known()),
        })
    }
}
