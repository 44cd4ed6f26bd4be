use std::fmt::Write;

use clap::builder::Styles;
use clap::{Command, Subcommand};

use super::{Analysing, Learning, Playing, Research, Serving, ShellHelp, Solving};

/// A group of commands with its heading.
struct Group {
    heading: &'static str,
    commands: Vec<(String, String)>,
}

impl Group {
    fn of<S: Subcommand>(heading: &'static str) -> Group {
        let commands = S::augment_subcommands(Command::new("group"));
        let line = |command: &Command| {
            let about = command.get_about().map(ToString::to_string);
            (command.get_name().to_owned(), about.unwrap_or_default())
        };
        Group {
            heading,
            commands: commands.get_subcommands().map(line).collect(),
        }
    }
}

/// All groups, what newcomers look for first.
fn groups() -> [Group; 7] {
    [
        Group::of::<Playing>("Play"),
        Group::of::<Learning>("Learn, draw and print"),
        Group::of::<Analysing>("Look into games and positions"),
        Group::of::<Solving>("Solved games"),
        Group::of::<Serving>("Serve people and programs"),
        Group::of::<Research>("For developers and researchers"),
        Group::of::<ShellHelp>("For your shell"),
    ]
}

/// The help of the program, in clap's template language: as clap writes it, but with the commands in
/// groups, which clap does not have.
pub(super) fn template() -> String {
    let header = *Styles::default().get_header();
    let literal = *Styles::default().get_literal();
    let groups = groups();
    let names = groups.iter().flat_map(|group| &group.commands);
    let width = names.map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut lists = String::new();
    for Group { heading, commands } in &groups {
        let _ = writeln!(lists, "{header}{heading}:{header:#}");
        for (name, about) in commands {
            let _ = writeln!(lists, "  {literal}{name:width$}{literal:#}  {about}");
        }
        lists.push('\n');
    }
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{lists}\
         merelle COMMAND --help tells more about a command.\n\n\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Arguments;

    fn help() -> String {
        Arguments::command().render_long_help().to_string()
    }

    #[test]
    fn every_command_is_listed_in_one_group() {
        let program = Arguments::command();
        let mut commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        commands.sort_unstable();
        let groups = groups();
        let listed = groups.iter().flat_map(|group| &group.commands);
        let mut listed: Vec<&str> = listed.map(|(name, _)| name.as_str()).collect();
        listed.sort_unstable();
        assert_eq!(listed, commands);
        listed.dedup();
        assert_eq!(listed, commands, "no command twice");
        let help = help();
        for name in commands {
            let lines = help.lines();
            let shown = lines.filter(|line| line.split(' ').nth(2) == Some(name));
            assert_eq!(shown.count(), 1, "{name} in\n{help}");
        }
    }

    #[test]
    fn help_has_a_heading_for_each_group_and_fits_a_terminal() {
        let help = help();
        for Group { heading, commands } in groups() {
            assert!(!commands.is_empty(), "{heading}");
            assert!(help.contains(&format!("\n{heading}:\n")), "{heading}");
        }
        let lists = help.split("Options:").next().unwrap();
        for line in lists.lines().filter(|line| line.starts_with("  ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn every_command_says_what_it_does_without_a_full_stop() {
        for (name, about) in groups().into_iter().flat_map(|group| group.commands) {
            assert!(about.starts_with(char::is_uppercase), "{name}: {about}");
            assert!(!about.ends_with('.'), "{name}: {about}");
        }
    }
}
