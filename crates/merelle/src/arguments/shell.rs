use clap::Subcommand;
use clap_complete::Shell;

/// Commands that help a shell's user with the others.
#[derive(Debug, Subcommand)]
pub(crate) enum ShellHelp {
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  merelle completions bash > ~/.local/share/bash-completion/completions/merelle"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  merelle man > ~/.local/share/man/man1/merelle.1")]
    Man,
}
