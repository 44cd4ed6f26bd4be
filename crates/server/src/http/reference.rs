use serde_json::{Value, json};

use super::refusal;
use crate::protocol::Code;

/// The files that the page of the reference asks for.
pub(super) struct Files<'a> {
    /// The style sheets, the first one first.
    pub(super) styles: &'a [&'a str],
    /// What takes over the colours that were chosen on the page.
    pub(super) script: &'a str,
}

/// The methods of addresses, in the order they are shown.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The description of the API as a page to read: plain HTML, made once.
pub(super) fn page(api: &Value, files: &Files<'_>) -> String {
    let link = |style: &&str| format!("<link rel=\"stylesheet\" href=\"{style}\">\n");
    let styles: String = files.styles.iter().map(link).collect();
    let tags = || list(&api["tags"]).iter().map(|tag| text(&tag["name"]));
    let way = |name: &str| format!("<li><a href=\"#{name}\">{name}</a></li>\n");
    let ways: String = tags().chain(["problems", "schemas"]).map(way).collect();
    let title = escape(text(&api["info"]["title"]));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} API</title>\n{styles}<script type=\"module\" src=\"{}\"></script>\n</head>\n\
         <body>\n<header class=\"head\">\n<a class=\"skip\" href=\"#main\">To the content</a>\n\
         <a class=\"brand\" href=\"/\">← {title}</a>\n\
         <nav aria-label=\"Parts\">\n<ul>\n{ways}</ul>\n</nav>\n</header>\n\
         <main id=\"main\" class=\"reference\">\n<h1>{title} API</h1>\n<p>{}</p>\n\
         <p>Version {}, {}. For programs: <a href=\"/openapi.json\">openapi.json</a>, \
         <a href=\"/asyncapi.json\">asyncapi.json</a></p>\n",
        files.script,
        sentence(text(&api["info"]["description"])),
        escape(text(&api["info"]["version"])),
        escape(text(&api["info"]["license"]["name"])),
    );
    for tag in list(&api["tags"]) {
        html += &format!(
            "<h2 id=\"{0}\">{0}</h2>\n<p>{1}</p>\n",
            escape(text(&tag["name"])),
            sentence(text(&tag["description"]))
        );
        for (path, item) in api["paths"].as_object().into_iter().flatten() {
            for method in METHODS {
                let operation = &item[method];
                if list(&operation["tags"]).contains(&tag["name"]) {
                    html += &section(method, path, operation);
                }
            }
        }
    }
    html += &problems();
    html += "<h2 id=\"schemas\">schemas</h2>\n";
    for (name, schema) in api["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
        html += &details(
            &format!(" id=\"schema-{}\"", escape(name)),
            &escape(name),
            schema,
        );
    }
    html + "</main>\n</body>\n</html>\n"
}

fn section(method: &str, path: &str, operation: &Value) -> String {
    let mut html = format!(
        "<section id=\"{}\">\n<h3><code>{} {}</code></h3>\n<p>{}</p>\n",
        escape(text(&operation["operationId"])),
        method.to_uppercase(),
        escape(path),
        sentence(text(&operation["summary"])),
    );
    if let Some(security) = operation["security"].as_array() {
        let optional = security.contains(&json!({}));
        html += match optional {
            true => "<p>Takes a session, and goes without.</p>\n",
            false => "<p>Needs a session.</p>\n",
        };
    }
    let parameters = list(&operation["parameters"]);
    if !parameters.is_empty() {
        let rows: String = parameters.iter().map(parameter).collect();
        html += &format!(
            "<table class=\"given\">\n<caption>Parameters</caption>\n<thead><tr><th scope=\"col\">Name</th>\
             <th scope=\"col\">Where</th><th scope=\"col\">What</th></tr></thead>\n\
             <tbody>\n{rows}</tbody>\n</table>\n"
        );
    }
    let body = &operation["requestBody"]["content"]["application/json"];
    if body.is_object() {
        let schemas = schemas_of(&body["schema"]).join(", ");
        html += &format!("<p>Body: {schemas}</p>\n");
        if body["example"] != Value::Null {
            html += &details("", "Example of a body", &body["example"]);
        }
    }
    let answers = operation["responses"].as_object().into_iter().flatten();
    let rows: String = answers
        .map(|(status, answer)| row(status, answer))
        .collect();
    html += &format!(
        "<table class=\"answers\">\n<caption>Answers</caption>\n<thead><tr><th scope=\"col\">Status</th>\
         <th scope=\"col\">When</th><th scope=\"col\">What</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    );
    for answer in operation["responses"].as_object().into_iter().flatten() {
        let example = &answer.1["content"]["application/json"]["example"];
        if !example.is_null() {
            html += &details("", "Example of an answer", example);
        }
    }
    html + "</section>\n"
}

/// A parameter as a row of its table.
fn parameter(parameter: &Value) -> String {
    let place = match parameter["required"] == true {
        true => text(&parameter["in"]).to_owned(),
        false => format!("{}, optional", text(&parameter["in"])),
    };
    let mut about = sentence(text(&parameter["description"]));
    for (name, bound) in bounds(&parameter["schema"]) {
        about += &format!("<br>{name} <code>{}</code>", escape(&bound));
    }
    let references = schemas_of(&parameter["schema"]);
    if !references.is_empty() {
        about += &format!("<br>{}", references.join(", "));
    }
    if !parameter["example"].is_null() {
        about += &format!(
            "<br>such as <code>{}</code>",
            escape(&plain(&parameter["example"]))
        );
    }
    format!(
        "<tr><th scope=\"row\"><code>{}</code></th><td>{place}</td><td>{about}</td></tr>\n",
        escape(text(&parameter["name"]))
    )
}

/// What a schema says of the values of a parameter, in words.
fn bounds(schema: &Value) -> Vec<(&'static str, String)> {
    let bounds = [
        ("type", "type"),
        ("enum", "one of"),
        ("pattern", "like"),
        ("minLength", "characters, at least"),
        ("maxLength", "characters, at most"),
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("default", "when absent"),
    ];
    let bounds = bounds.into_iter();
    let said = bounds.filter(|(key, _)| !schema[key].is_null());
    said.map(|(key, name)| (name, plain(&schema[key])))
        .collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// An answer as a row of its table.
fn row(status: &str, answer: &Value) -> String {
    let kinds = answer["content"].as_object().into_iter().flatten();
    let kinds = kinds.map(|(kind, media)| match schemas_of(&media["schema"]) {
        names if kind == "application/json" && !names.is_empty() => names.join(", "),
        _ => format!("<code>{}</code>", escape(kind)),
    });
    let mut what: Vec<String> = kinds.collect();
    // That an answer says how long it may be kept goes without saying.
    let headers = answer["headers"].as_object().into_iter().flatten();
    let headers = headers.filter(|(name, _)| *name != "Cache-Control");
    what.extend(headers.map(|(name, _)| format!("<code>{}</code>", escape(name))));
    format!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
        escape(status),
        sentence(text(&answer["description"])),
        what.join("<br>")
    )
}

/// Every kind of problem.
fn problems() -> String {
    let row = |code: &Code| {
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td></tr>\n",
            escape(&plain(&json!(code))),
            refusal::status(*code).as_u16(),
            sentence(code.meaning())
        )
    };
    let rows: String = Code::ALL.iter().map(row).collect();
    format!(
        "<h2 id=\"problems\">problems</h2>\n<p>What is refused is answered by a \
         <a href=\"#schema-Problem\">Problem</a>, whose <code>code</code> is for programs and whose \
         <code>text</code> is for people.</p>\n<table class=\"given\">\n<thead><tr><th scope=\"col\">Code</th>\
         <th scope=\"col\">Status</th><th scope=\"col\">What it means</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n"
    )
}

/// Something long to be unfolded.
fn details(attributes: &str, summary: &str, value: &Value) -> String {
    let shown = serde_json::to_string_pretty(value).expect("descriptions are plain data");
    format!(
        "<details{attributes}>\n<summary>{summary}</summary>\n<pre tabindex=\"0\">{}</pre>\n</details>\n",
        escape(&shown)
    )
}

/// Links to the schemas something refers to.
fn schemas_of(part: &Value) -> Vec<String> {
    let text = part.to_string();
    let references = text.split("#/components/schemas/").skip(1);
    let mut names: Vec<String> = references
        .filter_map(|rest| rest.split('"').next())
        .map(|name| format!("<a href=\"#schema-{0}\">{0}</a>", escape(name)))
        .collect();
    names.dedup();
    names
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text whose passages between backticks are code.
fn sentence(text: &str) -> String {
    let parts = escape(text);
    let parts = parts.split('`').enumerate();
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    };
    parts.map(part).collect()
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
