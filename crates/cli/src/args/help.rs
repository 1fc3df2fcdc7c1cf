//! The help's list of subcommands, by subject.

use super::Cli;
use clap::CommandFactory;

/// The subcommands by subject, as the help lists them.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Puzzles",
        &["solve", "optimise", "check", "show", "explore"],
    ),
    ("Proofs", &["certify", "verify", "join"]),
    (
        "Other programs",
        &["export", "decode", "systems", "solvers"],
    ),
    ("Experiments", &["compare", "reproduce", "merge", "bench"]),
    ("What there is", &["problems", "boards", "models"]),
    ("Textbooks", &["search", "game"]),
    ("This program", &["completions", "man", "help"]),
];

/// The command line, whose help has its subcommands by subject.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (subject, names) in GROUPS {
        text.push_str(&format!("\n{subject}:\n"));
        for name in *names {
            let about = command.find_subcommand(name).and_then(|c| c.get_about());
            let about = about.map_or("Print the help of a subcommand".into(), |a| a.to_string());
            text.push_str(&format!("  {name:<11}  {about}\n"));
        }
    }
    command.help_template(text + "\n{options}{after-help}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_subject() {
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        listed.retain(|&name| name != "help");
        listed.sort_unstable();
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|c| !c.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        shown.sort_unstable();
        assert_eq!(listed, shown);
    }
}
