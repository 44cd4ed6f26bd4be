use std::fmt::Write;

use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

/// The description of the API as a page to read: plain HTML, made once, with this style sheet.
pub(super) fn page(api: &OpenApi, style: &str) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0} API</title>\n\
         <link rel=\"stylesheet\" href=\"{style}\">\n</head>\n<body>\n<main>\n\
         <h1>{0} API</h1>\n<p>{1}</p>\n<p><a href=\"/openapi.json\">openapi.json</a></p>\n",
        escape(&api.info.title),
        escape(api.info.description.as_deref().unwrap_or_default()),
    );
    for tag in api.tags.iter().flatten() {
        let about = tag.description.as_deref().unwrap_or_default();
        html += &format!(
            "<h2 id=\"{0}\">{0}</h2>\n<p>{1}</p>\n",
            tag.name,
            escape(about)
        );
        for (path, item) in &api.paths.paths {
            for (method, operation) in [
                ("GET", &item.get),
                ("POST", &item.post),
                ("PATCH", &item.patch),
                ("DELETE", &item.delete),
            ] {
                let tagged = |operation: &&Operation| {
                    operation
                        .tags
                        .iter()
                        .flatten()
                        .any(|name| *name == tag.name)
                };
                if let Some(operation) = operation.as_ref().filter(tagged) {
                    push_operation(&mut html, method, path, operation);
                }
            }
        }
    }
    html += "<h2 id=\"schemas\">schemas</h2>\n";
    for (name, schema) in api.components.iter().flat_map(|parts| &parts.schemas) {
        let text = serde_json::to_string_pretty(schema).expect("schemas are plain data");
        html += &format!(
            "<details id=\"schema-{0}\">\n<summary>{0}</summary>\n<pre>{1}</pre>\n</details>\n",
            escape(name),
            escape(&text)
        );
    }
    html + "</main>\n</body>\n</html>\n"
}

fn push_operation(html: &mut String, method: &str, path: &str, operation: &Operation) {
    let summary = operation.summary.as_deref().unwrap_or_default();
    *html += &format!(
        "<section>\n<h3><code>{method} {}</code></h3>\n<p>{}</p>\n",
        escape(path),
        escape(summary)
    );
    let parameters: Vec<String> = operation
        .parameters
        .iter()
        .flatten()
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
        .map(|parameter| {
            let about = parameter.description.as_deref().unwrap_or_default();
            format!(
                "<li><code>{}</code> {}</li>\n",
                escape(&parameter.name),
                escape(about)
            )
        })
        .collect();
    if !parameters.is_empty() {
        *html += &format!("<ul>\n{}</ul>\n", parameters.concat());
    }
    if let Some(body) = &operation.request_body {
        let names = schemas_of(body);
        *html += &format!("<p>Body: {}</p>\n", names.join(", "));
    }
    *html += "<table>\n";
    for (status, answer) in &operation.responses.responses {
        let about = match answer {
            RefOr::T(answer) => answer.description.as_str(),
            RefOr::Ref(_) => "",
        };
        let names = schemas_of(answer).join(", ");
        writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td>{names}</td></tr>",
            escape(status),
            escape(about)
        )
        .expect("a string takes everything");
    }
    *html += "</table>\n</section>\n";
}

/// Links to the schemas something refers to.
fn schemas_of(part: &impl serde::Serialize) -> Vec<String> {
    let text = serde_json::to_string(part).expect("descriptions are plain data");
    let references = text.split("#/components/schemas/").skip(1);
    let mut names: Vec<String> = references
        .filter_map(|rest| rest.split('"').next())
        .map(|name| format!("<a href=\"#schema-{0}\">{0}</a>", escape(name)))
        .collect();
    names.dedup();
    names
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
