//! The help: subcommands by subject, and options by what they are about.

use super::Cli;
use clap::{CommandFactory, builder::PossibleValuesParser};

/// The subcommands by subject, as the help lists them.
const GROUPS: &[(&str, &str)] = &[
    ("Puzzles", "solve hint optimise check show explore"),
    ("Proofs", "certify verify explain join"),
    ("Other programs", "export decode systems solvers"),
    ("Experiments", "compare reproduce merge bench"),
    ("What there is", "problems boards models"),
    ("Textbooks", "search game"),
    ("This program", "completions man help"),
];

/// Headings of options, of whichever subcommand; others stand under 'Options'.
const HEADINGS: &[(&str, &str)] = &[
    (
        "Method",
        "model layers sweeps add systems solver approach without seed solutions distinct search jobs \
         trust order",
    ),
    ("Limits", "timeout memory"),
    ("Parts", "cube cubes split most"),
    ("Output", "format output proof lrat"),
];

/// The help of `pegsat problems`.
pub(super) const PEG_FILES: &str = "\
Examples:
  pegsat problems
  pegsat problems --format json

A problem may also be drawn, in a .peg file:

  # a line of comment
  lattice: square
  start:
    O O O
  O O . O O
  goal: pegs 1

O is a peg, . an empty hole, a blank no hole; a hole takes two columns, without tabs. With 'lattice: triangular' each row is indented half a hole; 'lattice: diagonal' is drawn as square, with jumps across the corners too. Below 'lines:' each row has three holes that a peg may jump along, as 2,0 3,0 4,0; below 'edges:' two holes of a graph, each path of three of which is such a line; below 'walls:' two neighbours that no jump passes between; with 'lines: only' the lattice has no lines. 'goal:' is followed by a picture, in which ? is a hole that may keep its peg or not (in a start: a peg; one of these, whichever wins, is taken away first), or on this line by 'pegs N' (N pegs anywhere), 'dead-end N' (no jump left, with N pegs or more) or 'survivor X,Y at X,Y' (the peg of the first hole is the last one, in the second; several such pegs on a line each). Other characters are read too, if they leave no doubt which are the pegs: X and ., o and x, ● and ○, 1 and 0, with # for no hole, with or without blanks between holes. A file that is a picture alone asks for one last peg, anywhere. A file counts before a problem of the same name.";

/// The heading of an option.
fn heading(option: &clap::Arg) -> Option<&'static str> {
    let id = option.get_id().as_str();
    let is_about = |(_, ids): &&(_, &str)| ids.split(' ').any(|one| one == id);
    Some(HEADINGS.iter().find(is_about)?.0)
}

/// Puts an option under its heading. A negative number is its value, to be refused as such.
fn under_heading(mut option: clap::Arg) -> clap::Arg {
    if option.get_action().takes_values() {
        option = option.allow_negative_numbers(true);
    }
    match heading(&option) {
        Some(heading) if !option.is_positional() => option.help_heading(heading),
        _ => option,
    }
}

/// The command line, with its help in order.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().mut_subcommands(|one| one.mut_args(under_heading));
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (subject, names) in GROUPS {
        text.push_str(&format!("\n{subject}:\n"));
        for name in names.split(' ') {
            let about = command.find_subcommand(name).and_then(|c| c.get_about());
            let about = about.map_or(String::new(), |about| about.to_string());
            text.push_str(&format!("  {name:<11}  {about}\n"));
        }
    }
    command.help_template(text + "\n{options}{after-help}")
}

/// The command line for shells: with the names of subcommands where one is asked for.
pub(crate) fn completed() -> clap::Command {
    let names = GROUPS.iter().flat_map(|(_, names)| names.split(' '));
    let names = PossibleValuesParser::new(names);
    let named =
        |one: clap::Command| one.mut_arg("subcommand", |arg| arg.value_parser(names.clone()));
    let command = Cli::command().mut_subcommand("man", named);
    command.mut_subcommand("help", named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_subject() {
        let groups = GROUPS.iter();
        let mut listed: Vec<&str> = groups.flat_map(|(_, names)| names.split(' ')).collect();
        listed.sort_unstable();
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|c| !c.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        shown.sort_unstable();
        assert_eq!(listed, shown);
    }
    #[test]
    fn options_stand_under_their_heading_in_every_subcommand() {
        let command = command();
        let mut found = 0;
        for one in command.get_subcommands() {
            for option in one.get_arguments().filter(|option| !option.is_positional()) {
                let id = option.get_id().as_str();
                let heading = heading(option);
                if !option.is_global_set() {
                    assert_eq!(option.get_help_heading(), heading, "{id}");
                    found += usize::from(heading.is_some());
                }
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn shells_complete_the_subcommand_that_help_is_asked_for() {
        let command = completed();
        for asks in ["man", "help"] {
            let arguments = command.find_subcommand(asks).unwrap().get_arguments();
            let subcommand = arguments.filter(|argument| argument.get_id() == "subcommand");
            let names = subcommand.flat_map(|argument| argument.get_possible_values());
            assert!(
                names.into_iter().any(|name| name.get_name() == "optimise"),
                "{asks}"
            );
        }
    }
}
