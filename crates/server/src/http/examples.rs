use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What was asked and answered once, by the name of the operation. A test makes every request anew, holds what
/// comes against the description, and writes this file: `MERELLE_WRITE_EXAMPLES=1 cargo test -p server --lib examples`.
const KEPT: &str = include_str!("examples.json");

/// Requests that were made, with what came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Examples(pub(super) BTreeMap<String, Example>);

/// One request and its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Example {
    /// What was given for each parameter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) parameters: BTreeMap<String, Value>,
    /// The body that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<Value>,
    /// The status of the answer.
    pub(super) status: u16,
    /// The answer, where it is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<Value>,
}

impl Examples {
    /// Those in the program.
    pub(super) fn kept() -> Examples {
        serde_json::from_str(KEPT).expect("a test reads the same file")
    }

    /// Writes the example of an operation into its description.
    pub(super) fn show(&self, name: &str, operation: &mut Value) {
        let Some(example) = self.0.get(name) else {
            return;
        };
        let parameters = operation
            .get_mut("parameters")
            .and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            let given = parameter["name"].as_str();
            if let Some(value) = given.and_then(|name| example.parameters.get(name)) {
                parameter["example"] = value.clone();
            }
        }
        let status = example.status.to_string();
        let places = [
            (&["requestBody"][..], &example.body),
            (&["responses", &status], &example.answer),
        ];
        for (place, value) in places {
            let part = place
                .iter()
                .try_fold(&mut *operation, |part, name| part.get_mut(*name));
            let json = part.and_then(|part| part.pointer_mut("/content/application~1json"));
            if let Some((json, value)) = json.zip(value.as_ref()) {
                json["example"] = json!(value);
            }
        }
    }
}
