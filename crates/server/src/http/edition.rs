use axum::http::{HeaderName, HeaderValue, header};
use axum::response::AppendHeaders;
use data_encoding::HEXLOWER;
use engine::Resources;
use play::Families;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use super::{assets, catalogue};
use crate::protocol::Stage;

/// What the answers that follow from the program and its installation alone are like: a fingerprint of the
/// catalogue and of the boards it offers. Whoever names it in an address may keep the answer for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edition(String);

/// For which edition something is asked.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EditionQuery {
    /// The edition of the program for which the answer may be kept.
    pub(super) edition: Option<String>,
}

impl Edition {
    pub(crate) fn new(families: &Families, resources: &Resources) -> Edition {
        let mut hash = Sha256::new();
        let catalogue = catalogue::offered(families, resources);
        hash.update(serde_json::to_string(&catalogue).expect("answers are plain data"));
        for offer in families.offers() {
            let stage = Stage::from(&offer.setup);
            hash.update(serde_json::to_string(&stage).expect("answers are plain data"));
        }
        Edition(HEXLOWER.encode(&hash.finalize()[..8]))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// How long an answer may be kept by who asks for this edition.
    pub(super) fn keeping(
        &self,
        asked: Option<&str>,
    ) -> AppendHeaders<Option<(HeaderName, HeaderValue)>> {
        let same = asked == Some(self.as_str());
        let keeping = HeaderValue::from_static(assets::FOR_EVER);
        AppendHeaders(same.then_some((header::CACHE_CONTROL, keeping)))
    }
}
