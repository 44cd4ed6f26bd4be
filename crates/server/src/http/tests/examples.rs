//! A good request of every operation, and the answer it gets: what the description shows as examples.

use std::collections::BTreeMap;
use std::path::Path;

use axum::body::Body;
use axum::http::header;
use serde_json::{Map, Value, json};

use super::conformance::{api, operations};
use super::{TestServer, Visit, friend, schema};
use crate::http::examples::{Example, Examples};
use crate::one_time::{Secret, Step};
use crate::uptime::calendar;

/// Characters of texts and items of lists that are shown: an example is to be read.
const LONGEST: usize = 160;
const MOST: usize = 2;

/// What was asked so far, and by whom things are asked.
struct Teller {
    examples: Examples,
}

impl Teller {
    /// Asks what must be answered, keeps it as the example of the operation, and returns the answer.
    #[track_caller]
    fn told<'a>(
        &'a mut self,
        visit: &'a mut Visit,
        name: &'a str,
        parameters: Value,
        body: Option<Value>,
    ) -> impl Future<Output = Value> + 'a {
        let (path, method, operation) = operations()
            .find(|(.., operation)| operation["operationId"] == name)
            .unwrap_or_else(|| panic!("{name} is not described"));
        let Value::Object(parameters) = parameters else {
            panic!("{name}: {parameters}");
        };
        fits(name, operation, &parameters, body.as_ref());
        let address = address(path, &parameters);
        let sent = body
            .as_ref()
            .map_or_else(Body::empty, |body| Body::from(body.to_string()));
        async move {
            let answer = visit.ask(&method.to_uppercase(), &address, sent).await;
            assert!(
                answer.status.is_success(),
                "{name}: {} {}",
                answer.status,
                answer.body
            );
            let kind = answer.headers.get(header::CONTENT_TYPE);
            let is_json = kind.is_some_and(|kind| kind == "application/json");
            let value = is_json.then(|| answer.json());
            let example = Example {
                parameters: parameters.into_iter().collect::<BTreeMap<_, _>>(),
                body,
                status: answer.status.as_u16(),
                answer: value.as_ref().map(shortened),
            };
            self.examples.0.insert(name.to_owned(), example);
            value.unwrap_or_default()
        }
    }
}

/// Panics unless a request is one that the description allows.
#[track_caller]
fn fits(name: &str, operation: &Value, given: &Map<String, Value>, body: Option<&Value>) {
    let described = operation["parameters"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    for parameter in described {
        let value = parameter["name"].as_str().and_then(|name| given.get(name));
        assert!(
            value.is_some(),
            "{name}: an example shows every parameter: {parameter}"
        );
        let fault = value.and_then(|value| schema::fault(api(), &parameter["schema"], value));
        assert_eq!(fault, None, "{name}: {parameter}");
    }
    assert_eq!(given.len(), described.len(), "{name}: {given:?}");
    let content = &operation["requestBody"]["content"]["application/json"];
    assert_eq!(content.is_object(), body.is_some(), "{name}: a body");
    let fault = body.and_then(|body| schema::fault(api(), &content["schema"], body));
    assert_eq!(fault, None, "{name}");
}

/// The address of a path with parameters in their places.
pub(super) fn address(path: &str, parameters: &Map<String, Value>) -> String {
    let mut address = path.to_owned();
    let mut query = Vec::new();
    for (name, value) in parameters {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let value = encode(&value);
        let braces = format!("{{{name}}}");
        match address.contains(&braces) {
            true => address = address.replace(&braces, &value),
            false => query.push(format!("{name}={value}")),
        }
    }
    match query.is_empty() {
        true => address,
        false => format!("{address}?{}", query.join("&")),
    }
}

fn encode(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// A value to be read: long texts and lists cut, and it fits the same schema.
fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > LONGEST => {
            let start: String = text.chars().take(LONGEST).collect();
            json!(format!("{start}…"))
        }
        Value::Array(items) => items.iter().take(MOST).map(shortened).collect(),
        // Drawings by name are many.
        Value::Object(map) => {
            let drawn = |value: &Value| value.as_str().is_some_and(|text| text.starts_with('<'));
            let most = if map.values().all(drawn) {
                MOST
            } else {
                usize::MAX
            };
            let parts = map.iter().take(most);
            Value::Object(
                parts
                    .map(|(name, part)| (name.clone(), shortened(part)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

#[tokio::test]
async fn every_operation_has_a_worked_example() {
    let server = TestServer::new();
    let (mut ada, mut bo, mut anybody) = (server.visit(), server.visit(), server.visit());
    let mut teller = Teller {
        examples: Examples::default(),
    };
    people(&mut teller, &mut ada, &mut bo).await;
    let game = games(&mut teller, &mut ada, &mut bo).await;
    positions(&mut teller, &mut anybody).await;
    sharing(&mut teller, &mut anybody, &game).await;
    leaving(&mut teller, &mut ada, &mut bo, &game).await;
    let Teller { examples } = teller;
    for (path, method, operation) in operations() {
        let name = operation["operationId"].as_str().unwrap();
        assert!(
            examples.0.contains_key(name),
            "{method} {path} has no worked example"
        );
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/examples.json");
    if std::env::var_os("MERELLE_WRITE_EXAMPLES").is_some() {
        let text = serde_json::to_string_pretty(&examples).unwrap();
        std::fs::write(kept, text + "\n").unwrap();
    }
}

/// What is kept may be older than what is answered now, and fits all the same.
#[test]
fn the_examples_that_are_shown_fit_the_description() {
    let kept = Examples::kept();
    for (path, method, operation) in operations() {
        let name = operation["operationId"].as_str().unwrap();
        let example = kept.0.get(name);
        let hint = "MERELLE_WRITE_EXAMPLES=1 cargo test -p server --lib examples";
        let example = example.unwrap_or_else(|| panic!("{method} {path}: {hint}"));
        let given: Map<String, Value> = example.parameters.clone().into_iter().collect();
        fits(name, operation, &given, example.body.as_ref());
        let answer = &operation["responses"][example.status.to_string()];
        let json = &answer["content"]["application/json"];
        assert_eq!(json.is_object(), example.answer.is_some(), "{name}: {hint}");
        let fault = example.answer.as_ref();
        let fault = fault.and_then(|answer| schema::fault(api(), &json["schema"], answer));
        assert_eq!(fault, None, "{name}: {hint}");
    }
    let names: Vec<&str> = operations()
        .filter_map(|(.., operation)| operation["operationId"].as_str())
        .collect();
    let unknown = kept.0.keys().find(|name| !names.contains(&name.as_str()));
    assert_eq!(unknown, None);
}

async fn people(teller: &mut Teller, ada: &mut Visit, bo: &mut Visit) {
    let none = || json!({});
    teller
        .told(ada, "postGuest", none(), Some(json!({ "name": "Ada" })))
        .await;
    let change = json!({ "name": "Ada L", "settings": { "lang": "en", "theme": "dark" } });
    teller.told(ada, "patchMe", none(), Some(change)).await;
    let secret = "seven brown boats on a pond";
    let account = json!({ "name": "Ada Lovelace", "password": secret });
    let made = teller
        .told(ada, "postAccount", none(), Some(account.clone()))
        .await;
    teller.told(ada, "postLogout", none(), None).await;
    ada.post("/api/login", account).await.is(200);
    let change = json!({ "old": secret, "new": "eight green boats on a lake" });
    teller
        .told(ada, "postMePassword", none(), Some(change))
        .await;
    security(teller, ada, made["recovery"].as_str().unwrap()).await;
    teller.told(ada, "getMe", none(), None).await;
    bo.post("/api/guest", json!({ "name": "Bo" })).await.is(200);
    let name = || json!({ "name": "Ada Lovelace" });
    teller.told(bo, "getPeopleByName", name(), None).await;
    let asked = json!({ "name": "Ada Lovelace", "family": "moulin" });
    teller.told(bo, "getPeopleByNameRatings", asked, None).await;
    let asked = json!({ "family": "moulin", "skip": 0 });
    teller.told(bo, "getLeaders", asked, None).await;
}

async fn games(teller: &mut Teller, ada: &mut Visit, bo: &mut Visit) -> String {
    let new = json!({
        "setup": "moulin:classique",
        "opponent": friend(),
        "colour": "white",
        "clock": "300+3",
        "rated": false,
        "listed": true,
    });
    let made = teller.told(ada, "postGames", json!({}), Some(new)).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let game = || json!({ "id": id });
    let wish = json!({ "setup": "mijnlieff", "opponent": { "kind": "anyone" } });
    ada.post("/api/games", wish).await.is(201);
    let wanted = json!({
        "family": "mijnlieff", "setup": "mijnlieff", "clock": "none", "rated": false,
    });
    teller.told(ada, "getLobby", wanted, None).await;
    teller.told(bo, "postGamesByIdJoin", game(), None).await;
    let listed = json!({ "listed": true });
    teller
        .told(bo, "putGamesByIdListed", game(), Some(listed))
        .await;
    let turn = json!({ "ply": 0, "move": "d6" });
    teller
        .told(ada, "postGamesByIdMoves", game(), Some(turn))
        .await;
    bo.play(&id, 1, "f4").await.is(200);
    let offer = json!({ "ply": 2, "action": "resign", "id": 7 });
    teller
        .told(bo, "postGamesByIdActions", game(), Some(offer))
        .await;
    for name in [
        "getGamesById",
        "getGamesByIdLog",
        "getGamesByIdRecord",
        "getGamesByIdStream",
    ] {
        teller.told(ada, name, game(), None).await;
    }
    let mut page = game();
    page["from"] = json!(0);
    page["count"] = json!(2);
    teller.told(ada, "getGamesByIdFrames", page, None).await;
    let before = ada.new_game("mijnlieff", friend()).await;
    let list = json!({
        "player": "me",
        "status": "over",
        "family": "moulin",
        "setup": "moulin:classique",
        "rated": false,
        "result": "won",
        "against": "people",
        "since": 0,
        "until": 4_102_444_800_000_u64,
        "before": before["id"],
    });
    teller.told(ada, "getGames", list, None).await;
    id
}

async fn positions(teller: &mut Teller, anybody: &mut Visit) {
    let setup = "moulin:classique";
    let asked = || {
        json!({
            "setup": setup,
            "position": "w=d6,f4;b=a1,g7;hand=7,7;turn=w",
            "moves": "d2 b4",
        })
    };
    let with = |more: Value| {
        let mut asked = asked();
        let map = asked.as_object_mut().unwrap();
        map.extend(more.as_object().unwrap().clone());
        asked
    };
    for name in ["getPosition", "getHint", "getThreats"] {
        teller.told(anybody, name, asked(), None).await;
    }
    let page = with(json!({ "from": 1, "count": 2 }));
    teller.told(anybody, "getFrames", page, None).await;
    teller
        .told(anybody, "getWhy", with(json!({ "touched": "a1 g7" })), None)
        .await;
    let arranged = json!({
        "setup": setup,
        "pieces": [{ "at": "d6", "side": "white" }, { "at": "a1", "side": "black" }],
        "turn": "white",
        "hands": { "white": 8, "black": 8 },
    });
    teller
        .told(anybody, "postPosition", json!({}), Some(arranged))
        .await;
    let late = json!({
        "setup": "mijnlieff",
        "position": "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=Ld3",
    });
    teller.told(anybody, "getValue", late, None).await;
    let record = json!({ "record": "[Setup \"moulin:classique\"]\n\n1. d6 f4 *\n" });
    teller
        .told(anybody, "postRecord", json!({}), Some(record))
        .await;
    let edition = json!({ "setup": setup, "edition": "0123456789abcdef" });
    teller.told(anybody, "getStage", edition, None).await;
    let edition = json!({ "edition": "0123456789abcdef" });
    teller.told(anybody, "getCatalogue", edition, None).await;
    let rules = json!({ "setup": setup, "lang": "fr" });
    teller.told(anybody, "getRules", rules, None).await;
    teller.told(anybody, "getAtlas", json!({}), None).await;
    let drawn = with(json!({ "format": "png", "theme": "dark", "lang": "fr" }));
    teller.told(anybody, "getPicture", drawn, None).await;
    let printed = with(json!({ "paper": "letter", "lang": "fr" }));
    teller.told(anybody, "getSheet", printed, None).await;
}

async fn sharing(teller: &mut Teller, anybody: &mut Visit, game: &str) {
    let moving = json!({ "id": game, "theme": "light", "lang": "en" });
    teller
        .told(anybody, "getGamesByIdAnimation", moving, None)
        .await;
    let printed = json!({ "id": game, "paper": "a4", "lang": "en" });
    teller
        .told(anybody, "getGamesByIdSheet", printed, None)
        .await;
    anybody
        .headers
        .insert(header::HOST, "localhost:8080".parse().unwrap());
    let link = json!({ "link": format!("http://localhost:8080/game/{game}") });
    teller.told(anybody, "getQr", link, None).await;
}

async fn leaving(teller: &mut Teller, ada: &mut Visit, bo: &mut Visit, game: &str) {
    let report = json!({ "game": game, "reason": "stalling", "text": "Left without a word." });
    teller
        .told(bo, "postReports", json!({}), Some(report))
        .await;
    let blocked = teller
        .told(bo, "postMeBlocks", json!({}), Some(json!({ "game": game })))
        .await;
    teller.told(bo, "getMeBlocks", json!({}), None).await;
    teller.told(ada, "getMeExport", json!({}), None).await;
    teller.told(ada, "getMeRecords", json!({}), None).await;
    let id = json!({ "id": blocked[0]["id"] });
    teller.told(bo, "deleteMeBlocksById", id, None).await;
    let proof = json!({ "password": PASSWORD });
    teller.told(ada, "deleteMe", json!({}), Some(proof)).await;
}

/// The password in the end.
const PASSWORD: &str = "nine white boats on the sea";

async fn security(teller: &mut Teller, ada: &mut Visit, recovery: &str) {
    let none = || json!({});
    let proof = || json!({ "password": PASSWORD });
    let recovery = json!({ "name": "Ada Lovelace", "recovery": recovery, "password": PASSWORD });
    teller
        .told(ada, "postRecover", none(), Some(recovery))
        .await;
    teller
        .told(ada, "postMeRecovery", none(), Some(proof()))
        .await;
    let setup = teller.told(ada, "postMeSecondFactor", none(), Some(proof()));
    let text = setup.await["secret"].as_str().unwrap().replace(' ', "");
    let secret = data_encoding::BASE32_NOPAD.decode(text.as_bytes()).unwrap();
    let secret = Secret(secret.try_into().unwrap());
    let code = |step: u64| json!(secret.code(Step(Step::at(calendar()).0 - 1 + step)));
    let first = json!({ "code": code(0) });
    teller
        .told(ada, "postMeSecondFactorConfirm", none(), Some(first))
        .await;
    let mut elsewhere = ada.clone();
    elsewhere.cookie = None;
    let enter = json!({ "name": "Ada Lovelace", "password": PASSWORD, "code": code(1) });
    teller
        .told(&mut elsewhere, "postLogin", none(), Some(enter))
        .await;
    let seen = teller.told(ada, "getMeSecurity", none(), None).await;
    let sessions = seen["sessions"].as_array().unwrap();
    let other = sessions.iter().find(|session| session["own"] == false);
    let id = json!({ "id": other.unwrap()["id"] });
    teller.told(ada, "deleteMeSessionsById", id, None).await;
    teller.told(ada, "deleteMeSessions", none(), None).await;
    let removed = json!({ "password": PASSWORD, "code": code(2) });
    teller
        .told(ada, "postMeSecondFactorRemove", none(), Some(removed))
        .await;
}
