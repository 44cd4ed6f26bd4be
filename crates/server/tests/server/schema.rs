//! As much of JSON Schema as the description of the API uses: values that fit it, and whether one
//! does. Patterns are left to schemathesis, which reads regular expressions.

use game::Random;
use serde_json::{Map, Value, json};

/// Deepest nesting of made-up values.
const DEEPEST: u32 = 6;

/// The schema a reference leads to.
fn resolve<'a>(api: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(path) => api.pointer(path.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Schemas of which one has to fit, if the schema says so.
fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or(schema["anyOf"].as_array())
}

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

fn is_required(schema: &Value, name: &str) -> bool {
    let names = schema["required"].as_array();
    names.is_some_and(|names| names.contains(&json!(name)))
}

fn object(api: &Value, schema: &Value, random: &mut Random, depth: u32) -> Value {
    let mut made = Map::new();
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        if is_required(schema, name) || (depth < DEEPEST && random.below(2) == 0) {
            made.insert(name.clone(), make(api, part, random, depth + 1));
        }
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

/// Why a value does not fit a schema, if it does not.
pub(crate) fn fault(api: &Value, schema: &Value, value: &Value) -> Option<String> {
    let schema = resolve(api, schema);
    if let Some(values) = schema["enum"].as_array() {
        return (!values.contains(value)).then(|| format!("{value} is none of {values:?}"));
    }
    if let Some(choices) = choices(schema) {
        let faults: Vec<String> = choices
            .iter()
            .filter_map(|one| fault(api, one, value))
            .collect();
        let fits = choices.len() - faults.len();
        return (fits == 0).then(|| faults.join("; "));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        if let Some(fault) = fault(api, part, value) {
            return Some(fault);
        }
    }
    let kinds = kinds(schema);
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_number = kind == "integer" && kinds.contains(&"number");
    if !kinds.is_empty() && !kinds.contains(&kind) && !is_number {
        return Some(format!("{value} is no {kinds:?}"));
    }
    if let Some(fault) = bound_fault(schema, value) {
        return Some(fault);
    }
    match value {
        Value::Array(items) => {
            let tuple = schema["prefixItems"].as_array();
            let part = |index: usize| tuple.map_or(&schema["items"], |parts| &parts[index]);
            let faults = items.iter().enumerate();
            faults
                .filter_map(|(index, item)| fault(api, part(index), item))
                .next()
        }
        Value::Object(map) => object_fault(api, schema, map),
        _ => None,
    }
}

/// Whether a number or a text is out of the bounds of a schema.
fn bound_fault(schema: &Value, value: &Value) -> Option<String> {
    let (size, least, most) = match value {
        Value::Number(number) => (number.as_f64()?, "minimum", "maximum"),
        Value::String(text) => (text.chars().count() as f64, "minLength", "maxLength"),
        _ => return None,
    };
    let below = schema[least].as_f64().is_some_and(|least| size < least);
    let above = schema[most].as_f64().is_some_and(|most| size > most);
    (below || above).then(|| format!("{value} is out of bounds"))
}

fn object_fault(api: &Value, schema: &Value, map: &Map<String, Value>) -> Option<String> {
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if !map.contains_key(name) {
            return Some(format!("{name} is missing"));
        }
    }
    let absent = |name: &String| !is_required(schema, name);
    // The types of the page rely on it.
    if let Some((name, _)) = map
        .iter()
        .find(|(name, value)| value.is_null() && absent(name))
    {
        return Some(format!("{name} is null instead of absent"));
    }
    map.iter().find_map(|(name, value)| {
        let part = match &schema["properties"][name] {
            Value::Null => &schema["additionalProperties"],
            part => part,
        };
        match part {
            Value::Object(_) => fault(api, part, value).map(|fault| format!("{name}: {fault}")),
            Value::Bool(false) => Some(format!("{name} is too much")),
            _ => None,
        }
    })
}
