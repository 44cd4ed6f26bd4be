/// What concerns the safety of people and server. Each is a line at the default level, with its
/// word in the field `event`; words stay as they are once released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Started,
    Stopping,
    LogIn,
    LogInFailed,
    LogInBraked,
    PasswordChanged,
    PasswordReset,
    SecondFactor,
    RecoveryCode,
    SessionsEnded,
    AccountMade,
    AccountDeleted,
    Admin,
    OtherSite,
    BarredAddress,
    Limit,
    Malformed,
    UntrustedProxy,
    Panic,
    Suppressed,
}

impl Event {
    /// All of them, as the documents list them.
    #[cfg(test)]
    pub(crate) const ALL: [Event; 20] = [
        Event::Started,
        Event::Stopping,
        Event::LogIn,
        Event::LogInFailed,
        Event::LogInBraked,
        Event::PasswordChanged,
        Event::PasswordReset,
        Event::SecondFactor,
        Event::RecoveryCode,
        Event::SessionsEnded,
        Event::AccountMade,
        Event::AccountDeleted,
        Event::Admin,
        Event::OtherSite,
        Event::BarredAddress,
        Event::Limit,
        Event::Malformed,
        Event::UntrustedProxy,
        Event::Panic,
        Event::Suppressed,
    ];

    /// As the log has it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Event::Started => "started",
            Event::Stopping => "stopping",
            Event::LogIn => "log-in",
            Event::LogInFailed => "log-in-failed",
            Event::LogInBraked => "log-in-braked",
            Event::PasswordChanged => "password-changed",
            Event::PasswordReset => "password-reset",
            Event::SecondFactor => "second-factor",
            Event::RecoveryCode => "recovery-code",
            Event::SessionsEnded => "sessions-ended",
            Event::AccountMade => "account-made",
            Event::AccountDeleted => "account-deleted",
            Event::Admin => "admin",
            Event::OtherSite => "other-site",
            Event::BarredAddress => "barred-address",
            Event::Limit => "limit",
            Event::Malformed => "malformed",
            Event::UntrustedProxy => "untrusted-proxy",
            Event::Panic => "panic",
            Event::Suppressed => "suppressed",
        }
    }
}
