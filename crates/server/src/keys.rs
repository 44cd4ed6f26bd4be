use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::secret::random_bytes;

/// The name of the file in the folder of the data.
const FILE: &str = "merelle.key";

/// A key: 256 random bits.
type Key = [u8; 32];

/// Bytes of the number that makes every sealing different, before what is sealed.
const NONCE: usize = 24;

/// Keys that are not in the database, so that a copy of it alone gives nothing away: one to seal what
/// must be read again, one to hash what must only be recognised.
#[derive(Clone)]
pub(crate) struct Keys {
    /// The first seals; the others open what was sealed before it.
    sealing: Vec<Key>,
    hashing: Key,
}

/// Why the keys cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeysError {
    /// The file cannot be read or made.
    #[error("{path}: {error}")]
    File { path: PathBuf, error: io::Error },
    /// It holds something else.
    #[error("{path} holds no keys")]
    Unreadable { path: PathBuf },
}

impl fmt::Debug for Keys {
    /// Keys are not logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

impl Keys {
    /// The keys of a folder, made where there are none.
    pub(crate) fn of(folder: &Path) -> Result<Keys, KeysError> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Keys::read(&text).ok_or(KeysError::Unreadable { path }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let keys = Keys {
                    sealing: vec![random_bytes()],
                    hashing: random_bytes(),
                };
                keys.keep(folder)?;
                Ok(keys)
            }
            Err(error) => Err(KeysError::File { path, error }),
        }
    }

    /// Writes them to a folder: whole or not at all, and for the owner alone.
    pub(crate) fn keep(&self, folder: &Path) -> Result<(), KeysError> {
        let path = folder.join(FILE);
        let beside = folder.join(format!("{FILE}.new"));
        let kept = write(&beside, &self.text()).and_then(|()| {
            fs::rename(&beside, &path)?;
            // The new name is durable once the folder is.
            File::open(folder)?.sync_all()
        });
        kept.map_err(|error| KeysError::File { path, error })
    }

    /// Keys that seal by a new key and still open what the present ones have sealed; what is hashed
    /// from now on is not recognised by what was hashed before.
    pub(crate) fn renewed(&self) -> Keys {
        let mut sealing = vec![random_bytes()];
        sealing.extend(&self.sealing);
        Keys {
            sealing,
            hashing: random_bytes(),
        }
    }

    /// The same keys without those that only open what is old.
    pub(crate) fn without_old(&self) -> Keys {
        Keys {
            sealing: self.sealing[..1].to_vec(),
            hashing: self.hashing,
        }
    }

    fn read(text: &str) -> Option<Keys> {
        let (mut sealing, mut hashing) = (Vec::new(), None);
        for line in text.lines() {
            let (what, key) = line.split_once(' ')?;
            let key: Key = HEXLOWER.decode(key.as_bytes()).ok()?.try_into().ok()?;
            match what {
                "seal" => sealing.push(key),
                "hash" => hashing = Some(key),
                _ => return None,
            }
        }
        let hashing = hashing?;
        (!sealing.is_empty()).then_some(Keys { sealing, hashing })
    }

    fn text(&self) -> String {
        let line = |what: &str, key: &Key| format!("{what} {}\n", HEXLOWER.encode(key));
        let sealing = self.sealing.iter().map(|key| line("seal", key));
        sealing.chain([line("hash", &self.hashing)]).collect()
    }

    /// Seals something so that it opens only as what it was sealed for, such as one person's.
    pub(crate) fn seal(&self, secret: &[u8], purpose: &str) -> Vec<u8> {
        let nonce: [u8; NONCE] = random_bytes();
        let payload = Payload {
            msg: secret,
            aad: purpose.as_bytes(),
        };
        let sealed = cipher(&self.sealing[0]).encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.expect("what is sealed is short");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Opens what was sealed, if one of these keys did it for this purpose.
    pub(crate) fn open(&self, sealed: &[u8], purpose: &str) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = || Payload {
            msg: sealed,
            aad: purpose.as_bytes(),
        };
        self.sealing
            .iter()
            .find_map(|key| cipher(key).decrypt(&XNonce::from(*nonce), payload()).ok())
    }

    /// What something is recognised by, without telling what it was.
    pub(crate) fn hash(&self, what: &[u8], purpose: &str) -> [u8; 32] {
        let mac = Hmac::<Sha256>::new_from_slice(&self.hashing).expect("any length is a key");
        mac.chain_update(purpose.as_bytes())
            .chain_update([0])
            .chain_update(what)
            .finalize()
            .into_bytes()
            .into()
    }
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.into())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    // One that was left half written by a crash has no keys anybody needs.
    let _ = fs::remove_file(path);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;

    #[test]
    fn keys_are_made_once_and_for_the_owner_alone() {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let keys = Keys::of(folder.path()).unwrap();
        let again = Keys::of(folder.path()).unwrap();
        assert_eq!(keys.text(), again.text());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(mode.permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(format!("{keys:?}"), "Keys { .. }", "not logged");
    }

    #[test]
    fn a_file_that_holds_something_else_is_refused_and_left() {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let path = folder.path().join(FILE);
        for text in ["", "no keys", "seal 00\n", "hash zz\nseal zz\n"] {
            fs::write(&path, text).unwrap();
            assert!(Keys::of(folder.path()).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_is_sealed_opens_as_what_it_is_and_no_other() {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let keys = Keys::of(folder.path()).unwrap();
        let sealed = keys.seal(b"secret", "person 1");
        assert_eq!(keys.open(&sealed, "person 1").unwrap(), b"secret");
        assert_eq!(keys.open(&sealed, "person 2"), None);
        assert_ne!(sealed, keys.seal(b"secret", "person 1"), "never the same");
        for bit in 0..8 * sealed.len() {
            let mut broken = sealed.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(keys.open(&broken, "person 1"), None, "bit {bit}");
        }
        assert_eq!(keys.open(&sealed[..10], "person 1"), None);
    }

    #[test]
    fn new_keys_open_what_the_old_ones_sealed_until_those_are_dropped() {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let keys = Keys::of(folder.path()).unwrap();
        let (old, renewed) = (keys.seal(b"secret", ""), keys.renewed());
        renewed.keep(folder.path()).unwrap();
        let renewed = Keys::of(folder.path()).unwrap();
        assert_eq!(renewed.open(&old, "").unwrap(), b"secret");
        let new = renewed.seal(b"secret", "");
        assert_eq!(keys.open(&new, ""), None);
        let only = renewed.without_old();
        assert_eq!(only.open(&new, "").unwrap(), b"secret");
        assert_eq!(only.open(&old, ""), None);
        assert_ne!(keys.hash(b"a", ""), renewed.hash(b"a", ""));
    }
}
