//! What every answer says to browsers, whatever was asked.

use super::*;
use crate::http::router::described;

/// Everything that can be asked for: the addresses of the API as they are described, and the rest.
fn addresses() -> Vec<(String, String)> {
    let (_, description) = described().split_for_parts();
    let api = serde_json::to_value(&description).unwrap();
    let mut all = Vec::new();
    for (path, operations) in api["paths"].as_object().unwrap() {
        let path = path
            .replace("{id}", "bcdfghjkmnpq")
            .replace("{name}", "Nobody");
        assert!(!path.contains('{'), "{path}");
        for method in operations.as_object().unwrap().keys() {
            all.push((method.to_uppercase(), path.clone()));
        }
    }
    for path in [
        "/",
        "/game/bcdfghjkmnpq",
        "/nothing",
        "/api",
        "/api/nothing",
        "/openapi.json",
        "/socket",
        "/health",
        "/live",
        "/ready",
        "/metrics",
        "/board.css",
        "/favicon.ico",
        "/files/0/app/main.js",
        "/%2e%2e/etc/passwd",
        "/api/picture?setup=mijnlieff",
        "/api/stage?setup=mijnlieff",
        "/api/rules?setup=mijnlieff&lang=en",
    ] {
        all.push(("GET".to_owned(), path.to_owned()));
    }
    all
}

#[tokio::test]
async fn every_answer_has_the_headers_of_safety() {
    let server = TestServer::with(|config| {
        config.origins = vec!["https://games.example.org".to_owned()];
        config.limits.requests = 1_000_000;
        config.limits.changes = 1_000_000;
        config.limits.entries = 1_000_000;
    });
    let all = addresses();
    assert!(all.len() > 60, "{}", all.len());
    for (method, path) in all {
        let answer = server.visit().ask(&method, &path, Body::from("{}")).await;
        let header = |name: &str| {
            let value = answer.headers.get(name);
            let value = value.unwrap_or_else(|| panic!("{method} {path}: no {name}"));
            assert_eq!(answer.headers.get_all(name).iter().count(), 1, "{path}");
            value.to_str().unwrap().to_owned()
        };
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(
            header("cross-origin-resource-policy"),
            "same-origin",
            "{path}"
        );
        assert_eq!(
            header("cross-origin-opener-policy"),
            "same-origin",
            "{path}"
        );
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        assert!(header("permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(header("strict-transport-security"), "max-age=31536000");
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("script-src 'unsafe"), "{path}: {policy}");
        let keeping = header("cache-control");
        if path.starts_with("/api/me")
            || path.starts_with("/api/log")
            || answer.status.as_u16() >= 400
        {
            assert_eq!(keeping, "no-store", "{method} {path}");
        }
        assert!(!answer.headers.contains_key("server"), "{path}");
        assert!(
            !answer.headers.contains_key("access-control-allow-origin"),
            "{path}"
        );
        if answer.status.as_u16() >= 400 {
            assert_eq!(header("x-request-id").len(), 16, "{path}");
        }
    }
}

#[tokio::test]
async fn what_somebody_keeps_to_themselves_is_stored_nowhere() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    for path in [
        "/api/me",
        "/api/me/export",
        "/api/me/records",
        "/api/me/blocks",
        "/api/games?player=me",
    ] {
        let answer = ada.get(path).await.is(200);
        assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test]
async fn https_is_asked_for_as_configured_and_only_over_it() {
    for (origin, hsts, header) in [
        ("https://a.example", "off", None),
        (
            "https://a.example",
            "300,subdomains",
            Some("max-age=300; includeSubDomains"),
        ),
        ("http://a.example", "300", None),
    ] {
        let server = TestServer::with(|config| {
            config.origins = vec![origin.to_owned()];
            config.hsts = hsts.parse().unwrap();
        });
        let answer = server.visit().get("/api/lobby").await;
        let found = answer.headers.get("strict-transport-security");
        assert_eq!(found.map(|value| value.to_str().unwrap()), header, "{hsts}");
    }
}

#[tokio::test]
async fn metrics_are_told_elsewhere() {
    use super::super::router::monitoring_router;
    let server = TestServer::new();
    server.visit().get("/metrics").await.code(404, "not-found");
    let mut watch = server.visit();
    watch.router = monitoring_router(Arc::clone(&server.app));
    let answer = watch.get("/metrics").await.is(200);
    assert!(
        answer
            .body
            .contains("merelle_refused_total{code=\"not-found\"} 1")
    );
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    assert_eq!(answer.headers["cache-control"], "no-store");
    for path in ["/health", "/live", "/ready"] {
        watch.get(path).await.is(200);
    }
    watch.get("/").await.code(404, "not-found");
    watch
        .post("/metrics", json!(null))
        .await
        .code(405, "wrong-method");
}
