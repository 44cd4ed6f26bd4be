use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::protocol::Code;
use crate::refused::{Refused, whole_seconds};

/// The status of each kind of problem: the one place where it is decided.
pub(super) fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::NobodyYet | Code::WrongPassword | Code::SecondFactor => StatusCode::UNAUTHORIZED,
        Code::WrongCode | Code::WrongRecovery => StatusCode::UNAUTHORIZED,
        Code::NeedsAccount | Code::Barred | Code::NotYourGame | Code::OtherSite => {
            StatusCode::FORBIDDEN
        }
        Code::NotFound | Code::Removed => StatusCode::NOT_FOUND,
        Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        Code::NameTaken | Code::NotYourTurn | Code::Stale | Code::NotLive => StatusCode::CONFLICT,
        Code::SeatTaken | Code::NotNow | Code::NotRated => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        // Well-formed, and yet refused: what no schema can tell.
        Code::BadSetup
        | Code::BadPosition
        | Code::BadRecord
        | Code::BadClock
        | Code::NoComputer => StatusCode::UNPROCESSABLE_ENTITY,
        Code::BadName | Code::WeakPassword | Code::IllegalMove | Code::NoValue => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::NotStored | Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let code = self.code();
        let status = status(code);
        let body = Json(self.problem());
        let mut answer = match self.wait() {
            Some(wait) => {
                let wait = whole_seconds(wait).to_string();
                (status, [(header::RETRY_AFTER, wait)], body).into_response()
            }
            None => (status, body).into_response(),
        };
        // For who counts refusals.
        answer.extensions_mut().insert(code);
        answer
    }
}
