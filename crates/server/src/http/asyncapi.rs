//! The messages of the socket, in the form of AsyncAPI: what OpenAPI has no words for.

use serde_json::{Map, Value, json};

/// Describes the socket by the schemas of the description of the API.
pub(super) fn describe(api: &Value) -> Value {
    let schemas = &api["components"]["schemas"];
    let mut messages = Map::new();
    let (mut said, mut heard) = (Vec::new(), Vec::new());
    for (schema, names) in [("ClientMessage", &mut said), ("ServerMessage", &mut heard)] {
        for choice in schemas[schema]["oneOf"].as_array().into_iter().flatten() {
            let Some(kind) = kind(choice) else {
                continue;
            };
            let name = format!("{schema}-{kind}");
            messages.insert(
                name.clone(),
                json!({
                    "name": kind,
                    "summary": choice["description"],
                    "contentType": "application/json",
                    "payload": {
                        "schemaFormat": "application/schema+json;version=draft-2020-12",
                        "schema": choice,
                    },
                }),
            );
            names.push(name);
        }
    }
    let in_channel =
        |name: &String| json!({ "$ref": format!("#/channels/socket/messages/{name}") });
    let said: Vec<Value> = said.iter().map(in_channel).collect();
    let heard: Vec<Value> = heard.iter().map(in_channel).collect();
    let channel: Map<String, Value> = messages
        .keys()
        .map(|name| {
            let reference = json!({ "$ref": format!("#/components/messages/{name}") });
            (name.clone(), reference)
        })
        .collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": format!("{} socket", api["info"]["title"].as_str().unwrap_or_default()),
            "version": api["info"]["version"],
            "license": { "name": api["info"]["license"]["name"] },
            "description": "One WebSocket serves a whole page. Messages are text frames with one JSON object, \
                            its kind in `type`; those of a client are at most 16 KiB long. The order of things \
                            is in docs/protocol.md.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/socket",
                "description": "Opened with the cookie of a session, or without one to watch only.",
                "messages": channel,
            },
        },
        "operations": {
            "say": {
                "action": "receive",
                "summary": "What a client says",
                "channel": { "$ref": "#/channels/socket" },
                "messages": said,
            },
            "hear": {
                "action": "send",
                "summary": "What the server says",
                "channel": { "$ref": "#/channels/socket" },
                "messages": heard,
            },
        },
        "components": { "schemas": schemas, "messages": messages },
    })
}

/// The word that tells a message from others.
fn kind(choice: &Value) -> Option<&str> {
    let own = choice["properties"]["type"]["enum"][0].as_str();
    let parts = choice["allOf"].as_array().into_iter().flatten();
    own.or_else(|| {
        parts
            .filter_map(|part| part["properties"]["type"]["enum"][0].as_str())
            .next()
    })
}
