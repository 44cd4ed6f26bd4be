//! As much of JSON Schema as the description of the API uses: whether a value fits. Patterns are left to
//! schemathesis, which reads regular expressions.

use serde_json::{Map, Value, json};

/// The schema a reference leads to.
pub(crate) fn resolve<'a>(api: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(path) => api.pointer(path.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

pub(crate) fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Schemas of which one has to fit, if the schema says so.
pub(crate) fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array()
}

pub(crate) fn is_required(schema: &Value, name: &str) -> bool {
    let names = schema["required"].as_array();
    names.is_some_and(|names| names.contains(&json!(name)))
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
    if let Some(some) = schema["anyOf"].as_array()
        && some.iter().all(|one| fault(api, one, value).is_some())
    {
        return Some(format!("{value} fits none of {some:?}"));
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
