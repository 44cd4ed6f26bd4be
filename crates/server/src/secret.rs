use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Bytes nobody can guess.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// What a client shows to be recognised: 256 random bits. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// What is kept of a token. The token itself is random, so a plain hash is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    /// What the session is called where it is listed: not enough of the hash to find it by, let alone
    /// the token.
    pub(crate) fn public_id(self) -> String {
        HEXLOWER.encode(&self.0[..8])
    }
}

impl Token {
    const BYTES: usize = 32;

    /// A new one.
    pub(crate) fn random() -> Token {
        Token(HEXLOWER.encode(&random_bytes::<{ Token::BYTES }>()))
    }

    /// Reads what a client has shown.
    pub(crate) fn read(text: &str) -> Option<Token> {
        let fits = text.len() == 2 * Token::BYTES && text.bytes().all(|b| b.is_ascii_hexdigit());
        fits.then(|| Token(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}
