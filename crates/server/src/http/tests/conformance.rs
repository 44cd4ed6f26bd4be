//! Every answer that a test gets is held against the description: what is not described is not answered.

use std::sync::OnceLock;

use axum::http::header;
use axum::http::response::Parts;
use serde_json::Value;

use super::schema;
use crate::http::router::described;
use crate::http::{description, refusal};
use crate::protocol::Code;

/// The description, as it is served.
pub(super) fn api() -> &'static Value {
    static API: OnceLock<Value> = OnceLock::new();
    API.get_or_init(|| description::complete(&described().into_openapi()))
}

/// The operations of the description: path, method, what is said of it.
pub(super) fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    let paths = api()["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, item)| {
        let item = item.as_object().unwrap();
        let operations = item.iter();
        operations.map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// Whether an address is one of those that a path with braces stands for.
fn fits(path: &str, address: &str) -> bool {
    let address = address.split('?').next().unwrap_or_default();
    let (path, address) = (path.split('/'), address.split('/'));
    let same = |(part, given): (&str, &str)| part.starts_with('{') || part == given;
    path.clone().count() == address.clone().count() && path.zip(address).all(same)
}

/// What is said of a request, if it is described.
fn described_as(method: &str, address: &str) -> Option<&'static Value> {
    let mut fitting: Vec<_> = operations()
        .filter(|(path, known, _)| known.eq_ignore_ascii_case(method) && fits(path, address))
        .collect();
    // A word goes before braces.
    fitting.sort_by_key(|(path, ..)| path.matches('{').count());
    fitting.first().map(|(.., operation)| *operation)
}

/// Panics unless an answer is one of those described for its request.
#[track_caller]
pub(super) fn check(method: &str, address: &str, parts: &Parts, body: &[u8]) {
    let Some(operation) = described_as(method, address) else {
        return;
    };
    let status = parts.status.as_u16();
    let text = String::from_utf8_lossy(body);
    let about = format!("{method} {address} answered {status}: {text}");
    let answer = &operation["responses"][status.to_string()];
    assert!(answer.is_object(), "not described: {about}");
    for (name, header) in answer["headers"].as_object().into_iter().flatten() {
        let has = parts.headers.contains_key(name.as_str());
        assert!(has || header["required"] != true, "no {name}: {about}");
    }
    for name in [header::RETRY_AFTER, header::SET_COOKIE, header::ETAG] {
        let told = answer["headers"].as_object().into_iter().flatten();
        let told = told
            .into_iter()
            .any(|(told, _)| told.eq_ignore_ascii_case(name.as_str()));
        assert!(
            told || !parts.headers.contains_key(&name),
            "{name} is not described: {about}"
        );
    }
    let kinds = answer["content"].as_object();
    let Some(kind) = parts.headers.get(header::CONTENT_TYPE) else {
        assert!(
            kinds.is_none() && body.is_empty(),
            "no content type: {about}"
        );
        return;
    };
    let kind = kind.to_str().unwrap().split(';').next().unwrap();
    let media = kinds.and_then(|kinds| kinds.get(kind));
    let media = media.unwrap_or_else(|| panic!("{kind} is not described: {about}"));
    if kind == "application/json" {
        let value: Value = serde_json::from_slice(body).unwrap();
        let fault = schema::fault(api(), &media["schema"], &value);
        assert_eq!(fault, None, "{about}");
    }
}

/// Parameters stand where the path has braces, or after the `?`; each operation has a name of its own, a tag
/// that is described, and a summary.
#[test]
fn parameters_stand_where_the_path_has_them() {
    let mut names = std::collections::BTreeSet::new();
    let tags: Vec<&Value> = api()["tags"].as_array().unwrap().iter().collect();
    for (path, method, operation) in operations() {
        let about = format!("{method} {path}");
        assert!(
            names.insert(operation["operationId"].as_str().unwrap()),
            "{about}"
        );
        assert!(operation["summary"].is_string(), "{about}");
        for tag in operation["tags"].as_array().unwrap() {
            let known = tags
                .iter()
                .any(|known| known["name"] == *tag && known["description"].is_string());
            assert!(known, "{about}: {tag}");
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let mut in_path = Vec::new();
        for parameter in parameters {
            let name = parameter["name"].as_str().unwrap();
            assert!(parameter["description"].is_string(), "{about}: {name}");
            match parameter["in"].as_str().unwrap() {
                "path" => {
                    assert_eq!(parameter["required"], true, "{about}: {name}");
                    in_path.push(format!("{{{name}}}"));
                }
                place => assert_eq!(place, "query", "{about}: {name}"),
            }
        }
        let mut braces: Vec<&str> = path
            .split('/')
            .filter(|part| part.starts_with('{'))
            .collect();
        braces.sort_unstable();
        in_path.sort_unstable();
        assert_eq!(braces, in_path, "{about}");
    }
}

/// A null in a description means nothing, but as the value something has when it is absent.
#[test]
fn nothing_is_described_by_null() {
    fn nulls(part: &Value, place: &str) {
        match part {
            Value::Null => panic!("{place} is null"),
            Value::Array(parts) => parts.iter().for_each(|part| nulls(part, place)),
            Value::Object(map) => {
                let parts = map.iter();
                for (name, part) in
                    parts.filter(|(name, _)| !matches!(name.as_str(), "default" | "example"))
                {
                    nulls(part, &format!("{place}/{name}"));
                }
            }
            _ => {}
        }
    }
    nulls(api(), "");
}

/// The table of problems in docs/protocol.md: `MERELLE_WRITE_CODES=1 cargo test -p server --lib codes` writes it.
#[test]
fn the_protocol_tells_of_all_codes() {
    const HEAD: &str = "| code | status | |\n|---|---|---|\n";
    let line = |code: &Code| {
        let word = serde_json::to_value(code).unwrap();
        let status = refusal::status(*code).as_u16();
        format!(
            "| `{}` | {status} | {} |\n",
            word.as_str().unwrap(),
            code.meaning()
        )
    };
    let lines: String = Code::ALL.iter().map(line).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(HEAD).unwrap();
    let end = rest.find("\n\n").unwrap() + 1;
    let (kept, after) = rest.split_at(end);
    if std::env::var_os("MERELLE_WRITE_CODES").is_some() {
        std::fs::write(path, format!("{before}{HEAD}{lines}{after}")).unwrap();
        return;
    }
    assert_eq!(kept, lines, "MERELLE_WRITE_CODES=1 writes the table");
}
