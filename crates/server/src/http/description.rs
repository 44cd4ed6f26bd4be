use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use super::examples::Examples;
use super::{bounds, refusal};
use crate::protocol::{ClientMessage, Code, HandPieces, ServerMessage};

/// What the HTTP API is, without its addresses.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mérelle",
        description = "Mijnlieff and the mill family: live games, positions, people. \
                       Texts of setups, positions, moves and records are described in \
                       docs/notation.md, the socket and the order of things in docs/protocol.md; \
                       /asyncapi.json describes the messages of the socket. \
                       A session is a cookie that POST /api/guest sets. Whoever asks too much at \
                       once is answered 429 and told how long to wait.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    // The addresses bring theirs along; these go over the socket, or stand in generic ones only.
    components(schemas(ClientMessage, HandPieces, ServerMessage)),
    tags(
        (name = "games", description = "Making, playing and reading games"),
        (name = "positions", description = "Any position, without a game"),
        (name = "sharing", description = "Pictures, animations, pages to print, codes to scan"),
        (name = "people", description = "Guests and accounts"),
    )
)]
pub(super) struct Description;

/// The scheme that addresses name, and the same session under the name its cookie has over HTTPS.
const SESSION: &str = "session";
const SESSION_HTTPS: &str = "session-https";

/// Tagged choices that take no other properties than theirs, which the macro does not say.
const CLOSED_CHOICES: [&str; 2] = ["ClientMessage", "OpponentWish"];

/// Bodies that say who is meant by a name, or by a game.
const NAME_OR_GAME: [&str; 2] = ["ReportRequest", "Whom"];

/// Completes what the macros wrote by what holds for every address: where parameters stand, which answers
/// every request may get, which headers they carry, who may ask, and what was asked and answered once.
pub(super) fn complete(api: &utoipa::openapi::OpenApi) -> Value {
    let mut api = serde_json::to_value(api).expect("descriptions are plain data");
    api["servers"] = json!([{ "url": "/", "description": "This server" }]);
    api["components"]["securitySchemes"] = schemes();
    let examples = Examples::kept();
    let paths = api["paths"].as_object_mut().expect("there are addresses");
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            complete_operation(path, method, operation);
            let name = operation["operationId"].as_str().map(str::to_owned);
            if let Some(name) = name {
                examples.show(&name, operation);
            }
        }
    }
    let schemas = &mut api["components"]["schemas"];
    for name in CLOSED_CHOICES {
        for choice in list_mut(&mut schemas[name], "oneOf") {
            choice["additionalProperties"] = json!(false);
        }
    }
    for name in NAME_OR_GAME {
        let given = |property: &str| json!({ "required": [property], "properties": { property: { "type": "string" } } });
        schemas[name]["anyOf"] = json!([given("name"), given("game")]);
    }
    schemas["Code"]["description"] = json!(codes());
    bounds::bind_bodies(&mut api);
    bound_numbers(&mut api);
    api
}

fn schemes() -> Value {
    let scheme = |name: &str, about: &str| {
        json!({
            "type": "apiKey",
            "in": "cookie",
            "name": name,
            "description": format!(
                "A session, as POST /api/guest, /api/account and /api/login set it, {about}."
            ),
        })
    };
    json!({
        SESSION: scheme("merelle", "over plain HTTP on one's own machine"),
        SESSION_HTTPS: scheme("__Host-merelle", "over HTTPS"),
    })
}

/// Every code with its status and what it means, as a list.
fn codes() -> String {
    let line = |code: &Code| {
        let word = json!(code);
        let word = word.as_str().unwrap_or_default();
        let status = refusal::status(*code).as_u16();
        format!("\n- `{word}` ({status}): {}", code.meaning())
    };
    let lines: String = Code::ALL.iter().map(line).collect();
    format!("The kinds of problems, each with the status it is answered with:{lines}")
}

fn complete_operation(path: &str, method: &str, operation: &mut Value) {
    operation["operationId"] = json!(operation_id(method, path));
    let mut has_query = false;
    for parameter in list_mut(operation, "parameters") {
        has_query |= parameter["in"] == "query";
        complete_parameter(path, parameter);
    }
    let security = operation.get_mut("security").and_then(Value::as_array_mut);
    if let Some(all) = security {
        let https = all.iter().filter(|one| one.get(SESSION).is_some()).count();
        all.extend((0..https).map(|_| json!({ SESSION_HTTPS: [] })));
    }
    let has_body = operation["requestBody"].is_object();
    let common = [
        (has_query || has_body, "400", "Not as described"),
        (
            true,
            "403",
            "From another site, or kept out by those who run the server",
        ),
        (has_body, "413", "Too large"),
        (has_body, "415", "Not JSON"),
        (true, "429", "Too much at once"),
        (
            true,
            "500",
            "A fault in the program, which stays with this request",
        ),
        (true, "503", "Busy, or not stored"),
    ];
    let answers = operation["responses"]
        .as_object_mut()
        .expect("every address has answers");
    for (_, status, about) in common.into_iter().filter(|(applies, ..)| *applies) {
        if !answers.contains_key(status) {
            answers.insert(status.to_owned(), problem(about));
        }
    }
    if has_query {
        // Answered before anything is read, so without a problem.
        let about = "The address and the headers are more than 16 KiB";
        answers.insert("431".to_owned(), json!({ "description": about }));
    }
    let ours = |status: &str| status != "431";
    for (status, answer) in answers.iter_mut().filter(|(status, _)| ours(status)) {
        for (name, header) in headers(status) {
            answer["headers"][name] = header;
        }
    }
}

fn problem(about: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    json!({
        "description": about,
        "content": { "application/json": { "schema": schema } },
    })
}

/// The headers that every answer of a status has, or may have.
fn headers(status: &str) -> Vec<(&'static str, Value)> {
    let mut headers = vec![(
        "Cache-Control",
        json!({
            "description": "How long the answer may be kept: `no-store` where nothing else is said.",
            "required": true,
            "schema": { "type": "string" },
        }),
    )];
    if matches!(status, "429" | "503") {
        let wait = json!({
            "description": "Seconds after which it is worth trying again, where time alone helps; \
                            the problem has the same as `wait`, in milliseconds.",
            "schema": { "type": "integer", "minimum": 0 },
        });
        headers.push(("Retry-After", wait));
    }
    headers
}

/// What stands in an address cannot be null: it is there or not.
fn complete_parameter(path: &str, parameter: &mut Value) {
    let name = parameter["name"].as_str().unwrap_or_default().to_owned();
    let is_query = parameter["in"] == "query";
    let schema = &mut parameter["schema"];
    let kinds = schema.get_mut("type").and_then(Value::as_array_mut);
    if let Some(kinds) = kinds {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            schema["type"] = kind.clone();
        }
    }
    if let Some(choices) = schema.get("oneOf").and_then(Value::as_array) {
        let others: Vec<&Value> = choices.iter().filter(|one| one["type"] != "null").collect();
        if let [only] = others.as_slice() {
            *schema = (*only).clone();
        }
    }
    match (is_query, name.as_str()) {
        // Whoever plays, by name, and not a player of the computer.
        (true, "player") => {}
        (true, name) => bounds::bind(name, schema),
        (false, "id") if path.starts_with("/api/games/") => bounds::bind("game", schema),
        (false, _) => {}
    }
}

/// The items of a list that may be absent. Indexing would put a null in its place.
fn list_mut<'a>(part: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = part.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}

/// A name for an address that no other has, such as `postGamesByIdMoves`.
fn operation_id(method: &str, path: &str) -> String {
    let mut name = method.to_owned();
    let parts = path.trim_start_matches("/api").split('/');
    for part in parts.filter(|part| !part.is_empty()) {
        let (start, word) = match part.trim_matches(['{', '}']) {
            inner if inner == part => ("", part),
            inner => ("By", inner),
        };
        name += start;
        for word in word.split(['-', '_', '.']) {
            let mut letters = word.chars();
            name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            name.extend(letters);
        }
    }
    name
}

/// Whole numbers have the bounds of the types they are read into.
fn bound_numbers(part: &mut Value) {
    match part {
        Value::Array(parts) => parts.iter_mut().for_each(bound_numbers),
        Value::Object(map) => {
            map.values_mut().for_each(bound_numbers);
            bound_number(map);
        }
        _ => {}
    }
}

fn bound_number(schema: &mut Map<String, Value>) {
    let format = schema.get("format").and_then(Value::as_str);
    let signed = !schema.contains_key("minimum");
    let (least, most) = match format {
        Some("int32") if signed => (json!(i32::MIN), json!(i32::MAX)),
        Some("int32") => (json!(0), json!(u32::MAX)),
        Some("int64") if signed => (json!(i64::MIN), json!(i64::MAX)),
        Some("int64") => (json!(0), json!(u64::MAX)),
        _ => return,
    };
    for (name, bound) in BTreeMap::from([("minimum", least), ("maximum", most)]) {
        schema.entry(name).or_insert(bound);
    }
    // The names of formats are those of signed numbers: the bounds say it better.
    if !signed {
        schema.remove("format");
    }
}
