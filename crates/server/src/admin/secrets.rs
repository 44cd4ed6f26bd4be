use super::journal::Note;
use super::people::find;
use super::{Act, Admin, AdminError, Order, Who};
use crate::recovery::RecoveryCode;
use crate::store::database::params;
use crate::store::rotate_keys;

/// What becomes of sessions when keys are made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sessions {
    /// They go on.
    Stay,
    /// Everybody has to log in again.
    End,
}

impl Admin {
    /// A new recovery code of an account, shown once: whoever has it sets another password, which ends
    /// all sessions and takes the second factor away. Until then the present password stays.
    pub fn reset_password(&mut self, who: &Who, reason: &str) -> Result<String, AdminError> {
        let code = RecoveryCode::random();
        self.act(Act::ResetPassword, reason, |connection, _| {
            let person = find(connection, who)?;
            let sql = "UPDATE people SET recovery = ?2 WHERE id = ?1 AND key IS NOT NULL";
            match connection.execute(sql, params![person.0, code.hash().0])? {
                0 => Err(AdminError::Guest),
                _ => Ok((code.to_string(), Note::person(person), Vec::new())),
            }
        })
    }

    /// Asks an account for no second factor any more.
    pub fn remove_second_factor(&mut self, who: &Who, reason: &str) -> Result<(), AdminError> {
        self.act(Act::RemoveSecondFactor, reason, |connection, _| {
            let person = find(connection, who)?;
            let sql = "DELETE FROM second_factors WHERE person = ?1";
            match connection.execute(sql, params![person.0])? {
                0 => Err(AdminError::Already),
                _ => Ok(((), Note::person(person), Vec::new())),
            }
        })
    }

    /// Makes new keys: what is sealed is sealed anew, addresses have other pseudonyms in the log.
    pub fn rotate(&mut self, sessions: Sessions, reason: &str) -> Result<(), AdminError> {
        // Before it is written down, so that nothing is there that was not done.
        rotate_keys(&self.data, &self.database)?;
        self.act(Act::Rotate, reason, |_, _| {
            Ok(((), Note::default(), vec![Order::Keys]))
        })?;
        match sessions {
            Sessions::Stay => Ok(()),
            Sessions::End => self.end_all_sessions(reason).map(|_| ()),
        }
    }
}
