use serde_json::{Map, Value, json};

use super::questions::LONGEST_MOVES;
use crate::game_id::GameId;
use crate::{name, password};

/// No notation has anything else.
const PRINTABLE: &str = "^[ -~]*$";

/// Clocks: none, seconds and increment, or days per move, each in its bounds.
const CLOCK: &str = "^(none|([1-9][0-9]{0,3}|10[0-7][0-9]{2}|10800)\\+([0-9]{1,2}|1[0-7][0-9]|180)\
                     |([1-9]|1[0-4])d)$";

/// Up to eight things that are touched: places, or kinds in the hand.
const TOUCHED: &str = "^(hand:[A-Za-z]|[A-Za-z0-9]+)( (hand:[A-Za-z]|[A-Za-z0-9]+)){0,7}$";

/// Computer players; not every game has all of them.
const PLAYER: &str = "^(random|level-[1-8]|perfect)$";

/// Characters of the longest setup, position and move that mean something, with room to spare.
const LONGEST_SETUP: usize = 1000;
const LONGEST_POSITION: usize = 2000;
const LONGEST_MOVE: usize = 100;

/// What holds for a text that is sent to the server, by its name: the same one everywhere.
fn bounds(name: &str) -> Value {
    let password = json!({ "minLength": password::FEWEST, "maxLength": password::MOST });
    match name {
        "setup" => json!({ "minLength": 1, "maxLength": LONGEST_SETUP, "pattern": PRINTABLE }),
        "position" => {
            json!({ "minLength": 1, "maxLength": LONGEST_POSITION, "pattern": PRINTABLE })
        }
        "moves" => json!({ "maxLength": LONGEST_MOVES, "pattern": PRINTABLE }),
        "move" => json!({ "minLength": 1, "maxLength": LONGEST_MOVE, "pattern": PRINTABLE }),
        "touched" => json!({ "pattern": TOUCHED }),
        "clock" => json!({ "pattern": CLOCK }),
        "player" => json!({ "pattern": PLAYER }),
        "game" | "before" => json!({ "pattern": GameId::PATTERN }),
        "name" => json!({ "minLength": name::FEWEST, "maxLength": name::MOST }),
        "password" | "old" | "new" => password,
        "kind" => json!({ "minLength": 1, "maxLength": 1 }),
        _ => Value::Null,
    }
}

/// Adds to a schema of that name what holds for it, where it is a plain text.
pub(super) fn bind(name: &str, schema: &mut Value) {
    let is_text = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&json!("string")),
        kind => kind == Some(&json!("string")),
    };
    let (Value::Object(known), Some(schema)) = (bounds(name), schema.as_object_mut()) else {
        return;
    };
    if is_text && !schema.contains_key("enum") {
        for (key, bound) in known {
            schema.entry(key).or_insert(bound);
        }
    }
}

/// Does so for all properties of the schemas that bodies of requests consist of.
pub(super) fn bind_bodies(api: &mut Value) {
    let operations = api["paths"].as_object().into_iter().flatten();
    let operations = operations.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let bodies = operations.map(|(_, operation)| &operation["requestBody"]);
    let mut wanted: Vec<String> = bodies.flat_map(references).collect();
    let schemas = &mut api["components"]["schemas"];
    let mut done = Map::new();
    while let Some(name) = wanted.pop() {
        if done.contains_key(&name) {
            continue;
        }
        let schema = &mut schemas[&name];
        bind_properties(schema);
        wanted.extend(references(schema));
        done.insert(name, Value::Null);
    }
}

fn bind_properties(schema: &mut Value) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        bind(name, property);
    }
    for choices in ["oneOf", "allOf", "anyOf"] {
        let choices = schema.get_mut(choices).and_then(Value::as_array_mut);
        choices.into_iter().flatten().for_each(bind_properties);
    }
}

/// The names of the schemas something refers to.
fn references(part: &Value) -> Vec<String> {
    let text = part.to_string();
    let references = text.split("#/components/schemas/").skip(1);
    let names = references.filter_map(|rest| rest.split('"').next());
    names.map(str::to_owned).collect()
}
