//! Values made up by schemas: such as fit, and such as are spoilt.

use game::Random;
use serde_json::{Map, Value, json};

use crate::schema::{choices, is_required, kinds, resolve};

/// Deepest nesting of made-up values.
const DEEPEST: u32 = 6;

/// A value that fits a schema.
pub(crate) fn make(api: &Value, schema: &Value, random: &mut Random, depth: u32) -> Value {
    let schema = resolve(api, schema);
    if let Some(values) = schema["enum"].as_array() {
        return random.pick(values).unwrap().clone();
    }
    if let Some(choices) = choices(schema) {
        return make(api, random.pick(choices).unwrap(), random, depth + 1);
    }
    if let Some(all) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in all {
            if let Value::Object(part) = make(api, part, random, depth + 1) {
                whole.extend(part);
            }
        }
        return Value::Object(whole);
    }
    match random.pick(&kinds(schema)).copied() {
        Some("object") => object(api, schema, random, depth),
        Some("array") if depth < DEEPEST => {
            let items =
                (0..random.below(3)).map(|_| make(api, &schema["items"], random, depth + 1));
            items.collect()
        }
        Some("array") => json!([]),
        Some("string") => string(random),
        Some("integer") => json!(random.below(20)),
        Some("number") => json!(random.below(2000) as f64 / 10.0),
        Some("boolean") => json!(random.below(2) == 0),
        _ => Value::Null,
    }
}

fn object(api: &Value, schema: &Value, random: &mut Random, depth: u32) -> Value {
    let mut made = Map::new();
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        if is_required(schema, name) || (depth < DEEPEST && random.below(2) == 0) {
            made.insert(name.clone(), make(api, part, random, depth + 1));
        }
    }
    let choice = random.pick(schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice));
    if let Some(Value::Object(more)) = choice.map(|one| object(api, one, random, depth)) {
        made.extend(more);
    }
    Value::Object(made)
}

/// A text, mostly one that means something somewhere.
fn string(random: &mut Random) -> Value {
    let known = [
        "moulin:classique",
        "moulin:envol",
        "mijnlieff",
        "mijnlieff:sets=2,opening=edge",
        "w=d6,f4;b=a1;hand=7,8;turn=b",
        "w=La1;b=;turn=b;limit=La1",
        "none",
        "300+3",
        "3d",
        "level-1",
        "d6",
        "La1",
        "fr",
        "Ada Lovelace",
        "seven brown boats",
        "[Setup \"moulin:classique\"]\n\n1. d6 f4 *\n",
        "",
        "é\u{0}\u{202e}",
        "999999999999999999999",
    ];
    match random.below(20) {
        0 => json!("x".repeat(random.below(3000) as usize)),
        _ => json!(random.pick(&known).unwrap()),
    }
}

/// Something else in place of a value or of a part of it.
pub(crate) fn spoil(value: &mut Value, random: &mut Random) {
    let spoilt = match value {
        Value::Object(map) if !map.is_empty() && random.below(4) > 0 => {
            let names: Vec<String> = map.keys().cloned().collect();
            let name = random.pick(&names).unwrap();
            match random.below(3) {
                0 => {
                    map.remove(name);
                }
                1 => {
                    map.insert(format!("{name}?"), json!(1));
                }
                _ => spoil(map.get_mut(name).unwrap(), random),
            }
            return;
        }
        _ => [
            json!(null),
            json!(-1),
            json!("?"),
            json!([[]]),
            json!({}),
            json!(1e300),
        ],
    };
    *value = random.pick(&spoilt).unwrap().clone();
}
