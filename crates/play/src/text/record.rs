use super::Text;
use crate::Lang;
use crate::record::Fault;

/// What is wrong with a record.
pub(crate) fn fault(fault: &Fault) -> Text {
    match fault {
        Fault::Empty => Text::new(
            "there is no game in it; a game begins with [Setup \"…\"]",
            "il n'y a pas de partie ; une partie commence par [Setup \"…\"]",
        ),
        Fault::Tag { text } => Text::new(
            format!("'{text}' is not a tag: write [Name \"value\"]"),
            format!("« {text} » n'est pas une étiquette : écrivez [Nom \"valeur\"]"),
        ),
        Fault::TagTwice { name } => Text::new(
            format!("the tag {name} is given twice"),
            format!("l'étiquette {name} est donnée deux fois"),
        ),
        Fault::TagAmongMoves => Text::new(
            "a tag among the moves: the game before it has no result (write * for none)",
            "une étiquette parmi les coups : la partie d'avant n'a pas de résultat (écrivez * sinon)",
        ),
        Fault::NoSetup => Text::new(
            "the game does not say what it is: add a tag such as [Setup \"…\"]",
            "la partie ne dit pas à quoi on joue : ajoutez une étiquette comme [Setup \"…\"]",
        ),
        Fault::Setup(error) => error.text(),
        Fault::Position(refusal) => refusal.text.clone(),
        Fault::Move { text, refusal } => {
            let (en, fr) = (refusal.line(Lang::EN), refusal.line(Lang::FR));
            Text::new(
                format!("{text} is refused: {en}"),
                format!("{text} est refusé : {fr}"),
            )
        }
        Fault::Glyph { text } => Text::new(
            format!("'{text}' is not an annotation: $0 to $255, ! ? !! ?? !? ?!"),
            format!("« {text} » n'est pas une annotation : $0 à $255, ! ? !! ?? !? ?!"),
        ),
        Fault::NothingBefore => Text::new(
            "an annotation or a variation needs a move before it",
            "une annotation ou une variante suit toujours un coup",
        ),
        Fault::OpenComment => Text::new(
            "the comment that begins here has no closing }",
            "le commentaire qui commence ici n'a pas de } final",
        ),
        Fault::OpenVariation => Text::new(
            "the record stops inside a variation: a ) is missing",
            "la partie s'arrête dans une variante : il manque une )",
        ),
        Fault::NoVariation => Text::new("a ) without its (", "une ) sans sa ("),
        Fault::TooDeep { most } => Text::new(
            format!("variations inside variations go {most} deep at the most"),
            format!("les variantes s'emboîtent sur {most} niveaux au plus"),
        ),
        Fault::NoResult => Text::new(
            "the record stops without a result: write 1-0, 0-1, 1/2-1/2, or * for none",
            "la partie s'arrête sans résultat : écrivez 1-0, 0-1, 1/2-1/2, ou * sinon",
        ),
        Fault::ResultInVariation => Text::new(
            "a variation has no result",
            "une variante n'a pas de résultat",
        ),
        Fault::UnknownResult { text } => Text::new(
            format!("Result \"{text}\" is none of 1-0, 0-1, 1/2-1/2, *"),
            format!("Result \"{text}\" n'est pas 1-0, 0-1, 1/2-1/2 ou *"),
        ),
        Fault::ResultTag { tag, end } => Text::new(
            format!("the tag says {tag}, the moves end with {end}"),
            format!("l'étiquette dit {tag}, les coups finissent par {end}"),
        ),
        Fault::Result {
            written,
            result,
            how,
        } => Text::new(
            format!(
                "{written} is written, but the moves say {result}. {}",
                how.get(Lang::EN)
            ),
            format!(
                "{written} est écrit, mais les coups disent {result}. {}",
                how.get(Lang::FR)
            ),
        ),
        Fault::Unexplained { written } => Text::new(
            format!(
                "the moves do not end the game: write * instead of {written}, or add a Termination \
                 tag (resignation, time, agreement, abandoned)"
            ),
            format!(
                "les coups ne finissent pas la partie : écrivez * au lieu de {written}, ou ajoutez \
                 une étiquette Termination (resignation, time, agreement, abandoned)"
            ),
        ),
        Fault::UnknownTermination { text } => Text::new(
            format!("Termination \"{text}\" is not known"),
            format!("Termination \"{text}\" est inconnu"),
        ),
        Fault::Termination { written, ending } => match ending {
            Some(ending) => Text::new(
                format!(
                    "Termination \"{written}\", but the game ends by '{}'",
                    ending.termination()
                ),
                format!(
                    "Termination \"{written}\", mais la partie finit par « {} »",
                    ending.termination()
                ),
            ),
            None => Text::new(
                format!("Termination \"{written}\" does not fit the moves and the result"),
                format!("Termination \"{written}\" ne va pas avec les coups et le résultat"),
            ),
        },
        Fault::Score { written, points } => match points {
            Some([white, black]) => Text::new(
                format!("Score \"{written}\", but the board says {white}-{black}"),
                format!("Score \"{written}\", mais le plateau dit {white}-{black}"),
            ),
            None => Text::new("this game has no points", "ce jeu n'a pas de points"),
        },
    }
}
