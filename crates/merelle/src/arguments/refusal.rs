use std::error::Error;
use std::ffi::OsString;

use ::play::Lang;
use ::play::text::Text;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory};
use game::Excerpt;

use super::Arguments;
use super::value::Expected;

/// Why the arguments are refused, in one line that says where there is help.
pub(crate) fn refusal(error: &clap::Error, arguments: &[OsString]) -> Text {
    let command = command(arguments);
    reason(error).then(&Text::new(
        format!("({command} --help tells more)"),
        format!("({command} --help en dit plus)"),
    ))
}

/// The language that the arguments ask for, whatever else may be wrong with them.
pub(crate) fn lang(arguments: &[OsString]) -> Option<Lang> {
    let ours = arguments.iter().take_while(|argument| *argument != "--");
    let mut texts = ours.filter_map(|argument| argument.to_str());
    let mut found = None;
    while let Some(text) = texts.next() {
        let tag = match text.strip_prefix("--lang") {
            Some("") => texts.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        let asked = Lang::all().find(|lang| tag == Some(lang.tag()));
        found = asked.or(found);
    }
    found
}

/// The command that was meant, as far as it was understood: `merelle print rules`.
fn command(arguments: &[OsString]) -> String {
    let program = Arguments::command().ignore_errors(true);
    let mut name = program.get_name().to_owned();
    let understood = program.try_get_matches_from(arguments).ok();
    let mut next = understood.as_ref().and_then(ArgMatches::subcommand);
    while let Some((command, matches)) = next {
        name = format!("{name} {command}");
        next = matches.subcommand();
    }
    name
}

/// What is wrong, from what clap knows about it.
fn reason(error: &clap::Error) -> Text {
    let about = |kind| strings(error, kind).join(", ");
    let argument = about(ContextKind::InvalidArg);
    let value = Excerpt::of(&about(ContextKind::InvalidValue)).to_string();
    let command = Excerpt::of(&about(ContextKind::InvalidSubcommand)).to_string();
    let given = about(ContextKind::ActualNumValues);
    match error.kind() {
        ErrorKind::InvalidSubcommand => suggesting(
            Text::new(
                format!("there is no command '{command}'"),
                format!("il n'y a pas de commande « {command} »"),
            ),
            &about(ContextKind::SuggestedSubcommand),
        ),
        ErrorKind::MissingSubcommand => {
            let known = about(ContextKind::ValidSubcommand);
            Text::new(
                format!("{command} needs one of its commands: {known}"),
                format!("{command} attend l'une de ses commandes : {known}"),
            )
        }
        ErrorKind::UnknownArgument => {
            let argument = Excerpt::of(&argument);
            suggesting(
                Text::new(
                    format!("unexpected argument '{argument}'"),
                    format!("argument inattendu « {argument} »"),
                ),
                &about(ContextKind::SuggestedArg),
            )
        }
        ErrorKind::MissingRequiredArgument => Text::new(
            format!("missing: {argument}"),
            format!("il manque : {argument}"),
        ),
        ErrorKind::InvalidValue => {
            let known = about(ContextKind::ValidValue);
            let text = if value.is_empty() {
                Text::new(
                    format!("{argument} needs a value"),
                    format!("{argument} attend une valeur"),
                )
            } else {
                Text::new(
                    format!("{argument} does not take '{value}'"),
                    format!("{argument} n'accepte pas « {value} »"),
                )
            };
            if known.is_empty() {
                return text;
            }
            text.then(&Text::new(
                format!("(possible values: {known})"),
                format!("(valeurs possibles : {known})"),
            ))
        }
        ErrorKind::ValueValidation => {
            let source = error.source();
            let expected = source.and_then(|source| source.downcast_ref::<Expected>());
            match expected.map(Expected::text) {
                Some(expected) => Text::new(
                    format!("{argument} takes {}, not '{value}'", expected.get(Lang::EN)),
                    format!(
                        "{argument} attend {}, pas « {value} »",
                        expected.get(Lang::FR)
                    ),
                ),
                None => Text::new(
                    format!("{argument} does not take '{value}'"),
                    format!("{argument} n'accepte pas « {value} »"),
                ),
            }
        }
        ErrorKind::TooManyValues => Text::new(
            format!("'{value}' is one value too many for {argument}"),
            format!("« {value} » est une valeur de trop pour {argument}"),
        ),
        ErrorKind::TooFewValues => {
            let least = about(ContextKind::MinValues);
            Text::new(
                format!("{argument} takes at least {least} values, not {given}"),
                format!("{argument} attend au moins {least} valeurs, pas {given}"),
            )
        }
        ErrorKind::WrongNumberOfValues => {
            let expected = about(ContextKind::ExpectedNumValues);
            Text::new(
                format!("{argument} takes {expected} values, not {given}"),
                format!("{argument} attend {expected} valeurs, pas {given}"),
            )
        }
        ErrorKind::NoEquals => Text::new(
            format!("{argument} needs an equals sign before its value"),
            format!("{argument} attend un signe égal devant sa valeur"),
        ),
        ErrorKind::ArgumentConflict => conflict(
            &if argument.is_empty() {
                command
            } else {
                argument
            },
            &about(ContextKind::PriorArg),
        ),
        ErrorKind::InvalidUtf8 => Text::new(
            "an argument is not text in UTF-8",
            "un argument n'est pas du texte en UTF-8",
        ),
        _ => Text::new(
            "the arguments are not understood",
            "les arguments ne sont pas compris",
        ),
    }
}

/// That two arguments do not go together, or one not with itself.
fn conflict(one: &str, other: &str) -> Text {
    if one == other {
        return Text::new(
            format!("{one} may be given only once"),
            format!("{one} ne peut être donné qu'une fois"),
        );
    }
    if other.is_empty() {
        return Text::new(
            format!("{one} does not go with the other arguments"),
            format!("{one} ne va pas avec les autres arguments"),
        );
    }
    Text::new(
        format!("{one} does not go with {other}"),
        format!("{one} ne va pas avec {other}"),
    )
}

/// Adds what may have been meant, where something resembles what was given.
fn suggesting(text: Text, meant: &str) -> Text {
    if meant.is_empty() {
        return text;
    }
    text.then(&Text::new(
        format!("– did you mean {meant}?"),
        format!("– vouliez-vous dire {meant} ?"),
    ))
}

/// What clap knows of one kind.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(several)) => several.clone(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use clap::Parser;

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        let words = line.split(' ').filter(|word| !word.is_empty());
        ["merelle"]
            .into_iter()
            .chain(words)
            .map(OsString::from)
            .collect()
    }

    #[track_caller]
    fn check(line: &str, kind: ErrorKind, english: &str, french: &str) {
        let arguments = words(line);
        let error = Arguments::try_parse_from(&arguments).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        let text = refusal(&error, &arguments);
        assert_eq!(text.get(Lang::EN), english);
        assert_eq!(
            text.get(Lang::FR).replace(['\u{a0}', '\u{202f}'], " "),
            french
        );
    }

    #[test]
    fn each_kind_of_refusal_has_a_sentence_in_both_languages() {
        check(
            "xyz",
            ErrorKind::InvalidSubcommand,
            "there is no command ‘xyz’ (merelle --help tells more)",
            "il n’y a pas de commande « xyz » (merelle --help en dit plus)",
        );
        check(
            "analyze",
            ErrorKind::InvalidSubcommand,
            "there is no command ‘analyze’ – did you mean analyse? (merelle --help tells more)",
            "il n’y a pas de commande « analyze » – vouliez-vous dire analyse ? (merelle --help en \
             dit plus)",
        );
        check(
            "tables build moulin --thread 2",
            ErrorKind::UnknownArgument,
            "unexpected argument ‘--thread’ – did you mean --threads? (merelle tables build --help \
             tells more)",
            "argument inattendu « --thread » – vouliez-vous dire --threads ? (merelle tables build \
             --help en dit plus)",
        );
        check(
            "moves moulin w=;b= more",
            ErrorKind::UnknownArgument,
            "unexpected argument ‘more’ (merelle moves --help tells more)",
            "argument inattendu « more » (merelle moves --help en dit plus)",
        );
        check(
            "perft",
            ErrorKind::MissingRequiredArgument,
            "missing: <SETUP>, <DEPTH> (merelle perft --help tells more)",
            "il manque : <SETUP>, <DEPTH> (merelle perft --help en dit plus)",
        );
        check(
            "moves moulin --lang de",
            ErrorKind::InvalidValue,
            "--lang <LANG> does not take ‘de’ (possible values: en, fr) (merelle moves --help \
             tells more)",
            "--lang <LANG> n’accepte pas « de » (valeurs possibles : en, fr) (merelle moves --help \
             en dit plus)",
        );
        check(
            "draw moulin --output",
            ErrorKind::InvalidValue,
            "--output <FILE> needs a value (merelle draw --help tells more)",
            "--output <FILE> attend une valeur (merelle draw --help en dit plus)",
        );
        check(
            "perft moulin 61",
            ErrorKind::ValueValidation,
            "<DEPTH> takes a whole number from 0 to 60, not ‘61’ (merelle perft --help tells more)",
            "<DEPTH> attend un nombre entier de 0 à 60, pas « 61 » (merelle perft --help en dit \
             plus)",
        );
        check(
            "analyse moulin --time -1",
            ErrorKind::ValueValidation,
            "--time <SECONDS> takes a number of seconds, 0 or more, not ‘-1’ (merelle analyse \
             --help tells more)",
            "--time <SECONDS> attend un nombre de secondes, 0 ou plus, pas « -1 » (merelle analyse \
             --help en dit plus)",
        );
        check(
            "tables build moulin --upto 10-2",
            ErrorKind::ValueValidation,
            "--upto <W-B> takes W-B with 3 to 9 stones each, such as 6-5, not ‘10-2’ (merelle \
             tables build --help tells more)",
            "--upto <W-B> attend W-B avec 3 à 9 pions chacun, comme 6-5, pas « 10-2 » (merelle \
             tables build --help en dit plus)",
        );
        check(
            "serve --listen here",
            ErrorKind::ValueValidation,
            "--listen <ADDRESS:PORT> takes an address with a port, such as 127.0.0.1:8080, not \
             ‘here’ (merelle serve --help tells more)",
            "--listen <ADDRESS:PORT> attend une adresse avec un port, comme 127.0.0.1:8080, pas \
             « here » (merelle serve --help en dit plus)",
        );
        check(
            "match 1 2 --seed x",
            ErrorKind::ValueValidation,
            "--seed <N> takes a whole number, not ‘x’ (merelle match --help tells more)",
            "--seed <N> attend un nombre entier, pas « x » (merelle match --help en dit plus)",
        );
        check(
            "moves moulin --lang fr --lang en",
            ErrorKind::ArgumentConflict,
            "--lang <LANG> may be given only once (merelle moves --help tells more)",
            "--lang <LANG> ne peut être donné qu’une fois (merelle moves --help en dit plus)",
        );
        check(
            "analyse moulin --record game.txt",
            ErrorKind::ArgumentConflict,
            "[SETUP] does not go with --record <FILE> (merelle analyse --help tells more)",
            "[SETUP] ne va pas avec --record <FILE> (merelle analyse --help en dit plus)",
        );
        check(
            "book --check 2 solve base",
            ErrorKind::ArgumentConflict,
            "solve does not go with --check <N> (merelle book --help tells more)",
            "solve ne va pas avec --check <N> (merelle book --help en dit plus)",
        );
    }

    /// Kinds that none of our arguments can give today.
    #[test]
    fn other_kinds_have_sentences_too() {
        let string = |text: &str| ContextValue::String(text.to_owned());
        let error = |kind, context: &[(ContextKind, ContextValue)]| {
            let mut error = clap::Error::new(kind);
            for (kind, value) in context {
                error.insert(*kind, value.clone());
            }
            reason(&error)
        };
        let argument = (ContextKind::InvalidArg, string("--at <X>"));
        let value = (ContextKind::InvalidValue, string("7"));
        let given = (ContextKind::ActualNumValues, ContextValue::Number(1));
        let two = ContextValue::Number(2);
        let context = [argument, value, given];
        let with = |kind| [&context[..], &[(kind, two.clone())]].concat();
        let check = |found: Text, english: &str, french: &str| {
            assert_eq!(found.get(Lang::EN), english);
            assert_eq!(
                found.get(Lang::FR).replace(['\u{a0}', '\u{202f}'], " "),
                french
            );
        };
        check(
            error(ErrorKind::TooManyValues, &context),
            "‘7’ is one value too many for --at <X>",
            "« 7 » est une valeur de trop pour --at <X>",
        );
        check(
            error(ErrorKind::TooFewValues, &with(ContextKind::MinValues)),
            "--at <X> takes at least 2 values, not 1",
            "--at <X> attend au moins 2 valeurs, pas 1",
        );
        check(
            error(
                ErrorKind::WrongNumberOfValues,
                &with(ContextKind::ExpectedNumValues),
            ),
            "--at <X> takes 2 values, not 1",
            "--at <X> attend 2 valeurs, pas 1",
        );
        check(
            error(ErrorKind::NoEquals, &context),
            "--at <X> needs an equals sign before its value",
            "--at <X> attend un signe égal devant sa valeur",
        );
        check(
            error(ErrorKind::ValueValidation, &context),
            "--at <X> does not take ‘7’",
            "--at <X> n’accepte pas « 7 »",
        );
        check(
            error(ErrorKind::ArgumentConflict, &context),
            "--at <X> does not go with the other arguments",
            "--at <X> ne va pas avec les autres arguments",
        );
        let several = ContextValue::Strings(["build", "pack"].map(str::to_owned).to_vec());
        let missing = [
            (ContextKind::InvalidSubcommand, string("merelle tables")),
            (ContextKind::ValidSubcommand, several),
        ];
        check(
            error(ErrorKind::MissingSubcommand, &missing),
            "merelle tables needs one of its commands: build, pack",
            "merelle tables attend l’une de ses commandes : build, pack",
        );
        check(
            error(ErrorKind::InvalidUtf8, &[]),
            "an argument is not text in UTF-8",
            "un argument n’est pas du texte en UTF-8",
        );
        check(
            error(ErrorKind::Format, &[]),
            "the arguments are not understood",
            "les arguments ne sont pas compris",
        );
    }

    #[test]
    fn the_language_is_found_wherever_it_stands_and_whatever_is_wrong() {
        let found = |line: &str| lang(&words(line));
        assert_eq!(found("fly --lang fr"), Some(Lang::FR));
        assert_eq!(found("--bogus --lang=fr moves"), Some(Lang::FR));
        assert_eq!(found("--lang de moves"), None);
        assert_eq!(found("--lang fr moves --lang de"), Some(Lang::FR));
        assert_eq!(found("moves --lang"), None);
        assert_eq!(found("moves -- --lang fr"), None);
        assert_eq!(found("moves --language fr"), None);
    }

    #[test]
    fn long_values_are_cut() {
        let long = format!("perft moulin {}", "9".repeat(100_000));
        let arguments = words(&long);
        let error = Arguments::try_parse_from(&arguments).unwrap_err();
        assert!(refusal(&error, &arguments).get(Lang::EN).len() < 300);
    }
}
