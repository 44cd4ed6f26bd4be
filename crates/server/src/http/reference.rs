use std::fmt::Write;

use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

/// The files that the page of the reference asks for.
pub(super) struct Files<'a> {
    /// The style sheets, the first one first.
    pub(super) styles: &'a [&'a str],
    /// What takes over the colours that were chosen on the page.
    pub(super) script: &'a str,
}

/// The description of the API as a page to read: plain HTML, made once.
pub(super) fn page(api: &OpenApi, files: &Files<'_>) -> String {
    let link = |style: &&str| format!("<link rel=\"stylesheet\" href=\"{style}\">\n");
    let styles: String = files.styles.iter().map(link).collect();
    let tags = api.tags.iter().flatten().map(|tag| tag.name.as_str());
    let way = |name: &str| format!("<li><a href=\"#{name}\">{name}</a></li>\n");
    let ways: String = tags.chain(["schemas"]).map(way).collect();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0} API</title>\n{styles}<script type=\"module\" src=\"{2}\"></script>\n</head>\n\
         <body>\n<header class=\"head\">\n<a class=\"skip\" href=\"#main\">To the content</a>\n\
         <a class=\"brand\" href=\"/\">← {0}</a>\n\
         <nav aria-label=\"Parts\">\n<ul>\n{ways}</ul>\n</nav>\n</header>\n\
         <main id=\"main\" class=\"reference\">\n<h1>{0} API</h1>\n<p>{1}</p>\n\
         <p><a href=\"/openapi.json\">openapi.json</a></p>\n",
        escape(&api.info.title),
        escape(api.info.description.as_deref().unwrap_or_default()),
        files.script,
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
            "<details id=\"schema-{0}\">\n<summary>{0}</summary>\n<pre tabindex=\"0\">{1}</pre>\n</details>\n",
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
        sentence(summary)
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
                sentence(about)
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
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{names}</td></tr>",
            escape(status),
            sentence(about)
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
