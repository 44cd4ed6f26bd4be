//! The types of the page are made from the description of the API: `web/app/types.js` must be what
//! it gives. `MERELLE_WRITE_TYPES=1 cargo test -p server --lib page_types` writes it anew.

use std::path::Path;

use serde_json::{Map, Value};

use super::router::described;

const HEAD: &str = "/**
 * What goes over the wire, made from the description of the API (GET /openapi.json). A test of the
 * server holds this file against it and writes it anew; see crates/server/src/http/page_types.rs.
";

/// The schemas by name.
struct Schemas(Map<String, Value>);

impl Schemas {
    fn of_the_api() -> Schemas {
        let api = described().into_openapi();
        let api: Value = serde_json::from_str(&api.to_json().unwrap()).unwrap();
        match api["components"]["schemas"].clone() {
            Value::Object(schemas) => Schemas(schemas),
            other => panic!("{other}"),
        }
    }

    fn file(&self) -> String {
        let mut text = HEAD.to_owned();
        let named = self.0.iter().filter(|(name, _)| !is_generic(name));
        for (name, schema) in named {
            text += " *\n";
            text += &self.definition(name, schema);
        }
        text + " */\n\nexport {};\n"
    }

    fn definition(&self, name: &str, schema: &Value) -> String {
        if let Some(properties) = schema["properties"].as_object() {
            let mut text = format!(" * @typedef {{object}} {name}{}\n", about(schema));
            for (property, part) in properties {
                let shown = if is_required(schema, property) {
                    property.clone()
                } else {
                    format!("[{property}]")
                };
                let kind = self.property(schema, property, part);
                text += &format!(" * @property {{{kind}}} {shown}{}\n", about(part));
            }
            return text;
        }
        match schema["oneOf"].as_array() {
            Some(choices) => {
                let choices = choices.iter().map(|one| self.kind(one));
                let choices: Vec<String> = choices.collect();
                let choices = choices.join("\n *   | ");
                format!(" * @typedef {{{choices}}} {name}{}\n", about(schema))
            }
            None => {
                let kind = self.structure(schema);
                format!(" * @typedef {{{kind}}} {name}{}\n", about(schema))
            }
        }
    }

    /// The type of a property. What may be absent is never sent as null.
    fn property(&self, object: &Value, name: &str, schema: &Value) -> String {
        let kind = self.kind(schema);
        if is_required(object, name) {
            kind
        } else {
            kind.strip_suffix(" | null").unwrap_or(&kind).to_owned()
        }
    }

    /// The name of a schema where it has one, and what it consists of otherwise.
    fn kind(&self, schema: &Value) -> String {
        if let Some(path) = schema["$ref"].as_str() {
            let name = path.rsplit('/').next().unwrap();
            return match is_generic(name) {
                true => format!(
                    "Record<Side, {}>",
                    self.kind(&self.0[name]["properties"]["white"])
                ),
                false => name.to_owned(),
            };
        }
        // What stands in a generic type is written out in full.
        let plain = |schema: &Value| {
            let mut schema = schema.clone();
            schema
                .as_object_mut()
                .map(|parts| parts.remove("description"));
            schema
        };
        let same = |known: &&String| !is_generic(known) && plain(&self.0[*known]) == plain(schema);
        let has_parts = schema["properties"].is_object() || schema["oneOf"].is_array();
        match self.0.keys().find(same) {
            Some(name) if has_parts => name.clone(),
            _ => self.structure(schema),
        }
    }

    fn structure(&self, schema: &Value) -> String {
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            return values.join(" | ");
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let is_null = |one: &&Value| one["type"] == "null";
            let (nulls, others): (Vec<&Value>, Vec<&Value>) = choices.iter().partition(is_null);
            let others = others.into_iter().map(|one| self.kind(one));
            let nulls = nulls.iter().map(|_| "null".to_owned());
            return others.chain(nulls).collect::<Vec<_>>().join(" | ");
        }
        if let Some(all) = schema["allOf"].as_array() {
            let all: Vec<String> = all.iter().map(|one| self.kind(one)).collect();
            return format!("({})", all.join(" & "));
        }
        match &schema["type"] {
            Value::Array(kinds) => {
                let mut kinds: Vec<String> = kinds
                    .iter()
                    .map(|kind| self.simple(kind.as_str().unwrap(), schema))
                    .collect();
                kinds.sort_by_key(|kind| kind == "null");
                kinds.join(" | ")
            }
            Value::String(kind) => self.simple(kind, schema),
            _ => panic!("a schema of no type: {schema}"),
        }
    }

    fn simple(&self, kind: &str, schema: &Value) -> String {
        match kind {
            "string" => "string".to_owned(),
            "integer" | "number" => "number".to_owned(),
            "boolean" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            "array" => match schema["prefixItems"].as_array() {
                Some(parts) => {
                    let parts: Vec<String> = parts.iter().map(|part| self.kind(part)).collect();
                    format!("[{}]", parts.join(", "))
                }
                None => {
                    let item = self.kind(&schema["items"]);
                    let is_name = item
                        .ends_with(|last: char| last.is_alphanumeric() || last == ']')
                        && !item.contains(" | ");
                    if is_name {
                        format!("{item}[]")
                    } else {
                        format!("({item})[]")
                    }
                }
            },
            "object" => self.object(schema),
            other => panic!("an unknown type {other}"),
        }
    }

    fn object(&self, schema: &Value) -> String {
        if schema["additionalProperties"].is_object() {
            let value = self.kind(&schema["additionalProperties"]);
            return format!("Record<string, {value}>");
        }
        let properties = schema["properties"].as_object().unwrap();
        // What tells the choices apart comes first.
        let mut names: Vec<&String> = properties.keys().collect();
        names.sort_by_key(|name| !properties[*name]["enum"].is_array());
        let properties = names.into_iter().map(|name| {
            let mark = if is_required(schema, name) { "" } else { "?" };
            let kind = self.property(schema, name, &properties[name]);
            format!("{name}{mark}: {kind}")
        });
        format!("{{ {} }}", properties.collect::<Vec<_>>().join(", "))
    }
}

/// Whether a schema is one of `Both<T>`, which the page knows as a record of sides.
fn is_generic(name: &str) -> bool {
    name.starts_with("Both_")
}

fn is_required(object: &Value, name: &str) -> bool {
    let names = object["required"].as_array().into_iter().flatten();
    names.into_iter().any(|required| required == name)
}

/// What a schema is, as a comment. A reference to one that may be absent has its own further in.
fn about(schema: &Value) -> String {
    let inner = schema["oneOf"].as_array().and_then(|all| all.first());
    let own = schema["description"].as_str();
    let text = own.or(inner.and_then(|one| one["description"].as_str()));
    text.map_or_else(String::new, |text| format!(" {}", text.replace('\n', " ")))
}

#[test]
fn the_page_has_the_types_of_the_description() {
    let made = Schemas::of_the_api().file();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/app/types.js");
    if std::env::var_os("MERELLE_WRITE_TYPES").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differs = made.lines().zip(kept.lines()).find(|(new, old)| new != old);
    assert!(
        made == kept,
        "types.js is not what the API says (MERELLE_WRITE_TYPES=1 writes it): {differs:?}"
    );
}
