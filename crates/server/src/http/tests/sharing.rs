//! Pictures, animations, pages and codes.

use super::*;

/// What a position of a mill game is asked by.
const PLAYED: &str = "setup=moulin:classique&moves=d6+f4+d2";

#[tokio::test]
async fn a_position_is_drawn_as_svg_and_png_in_both_themes() {
    let server = TestServer::new();
    let light = server.visit().get(&format!("/api/picture?{PLAYED}")).await;
    let light = light.is(200);
    assert_eq!(light.headers[header::CONTENT_TYPE], "image/svg+xml");
    assert_eq!(
        light.headers[header::CACHE_CONTROL],
        "public, max-age=86400"
    );
    let policy = light.headers[header::CONTENT_SECURITY_POLICY]
        .to_str()
        .unwrap();
    assert!(!policy.contains("script"), "{policy}");
    assert!(light.body.starts_with("<svg"));
    let dark = format!("/api/picture?{PLAYED}&theme=dark&lang=fr");
    let dark = server.visit().get(&dark).await.is(200);
    assert_ne!(dark.body, light.body);
    assert!(dark.body.contains("Les noirs posent"), "{}", dark.body);
    let png = format!("/api/picture?{PLAYED}&format=png");
    let png = server.visit().get(&png).await.is(200);
    assert_eq!(png.headers[header::CONTENT_TYPE], "image/png");
    assert!(png.body.contains("PNG"));
    for (path, status) in [
        ("/api/picture?setup=chess", 422),
        ("/api/picture?setup=moulin:classique&position=nonsense", 422),
        ("/api/picture?setup=moulin:classique&moves=d6+d6", 422),
        ("/api/picture?setup=moulin:classique&format=gif", 400),
    ] {
        server.visit().get(path).await.is(status);
    }
}

#[tokio::test]
async fn a_game_is_animated_and_printed() {
    let server = TestServer::new();
    let mut ada = server.guest("Ada").await;
    let new = json!({ "setup": "mijnlieff", "opponent": { "kind": "friend" }, "colour": "white" });
    let game = ada.post("/api/games", new).await.is(201).json();
    let id = game["id"].as_str().unwrap();
    let mut bo = server.guest("Bo").await;
    bo.post(&format!("/api/games/{id}/join"), json!(null))
        .await
        .is(200);
    ada.post(
        &format!("/api/games/{id}/moves"),
        json!({ "ply": 0, "move": "La1" }),
    )
    .await
    .is(200);
    let moving = server
        .visit()
        .get(&format!("/api/games/{id}/animation"))
        .await;
    let moving = moving.is(200);
    assert_eq!(moving.body.matches("<g class=\"frame").count(), 2);
    assert!(moving.body.contains("Ada (guest) – Bo (guest)"));
    let sheet = server
        .visit()
        .get(&format!("/api/games/{id}/sheet?lang=fr&paper=letter"))
        .await;
    let sheet = sheet.is(200);
    assert_eq!(sheet.headers[header::CONTENT_TYPE], "application/pdf");
    assert!(sheet.body.starts_with("%PDF-"));
    let position = server
        .visit()
        .get(&format!("/api/sheet?{PLAYED}"))
        .await
        .is(200);
    assert!(position.body.starts_with("%PDF-"));
    server
        .visit()
        .get("/api/games/nothing/animation")
        .await
        .is(404);
    server.visit().get("/api/games/nothing/sheet").await.is(404);
}

#[tokio::test]
async fn links_to_this_server_become_codes_and_no_others() {
    let server = TestServer::new();
    let host = |link: &str| {
        let request = Request::get(format!("/api/qr?link={link}"));
        request.header(header::HOST, "club.example:8080")
    };
    let ask = async |link: &str| {
        let request = host(link).body(Body::empty()).unwrap();
        server
            .router
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .status()
    };
    assert_eq!(
        ask("http://club.example:8080/game/7c2d").await,
        StatusCode::OK
    );
    assert_eq!(ask("https://club.example:8080/").await, StatusCode::OK);
    for link in [
        "http://elsewhere.example/game/7c2d",
        "http://club.example:8080@elsewhere.example/",
        "http://club.example/game/7c2d",
        "javascript:alert(1)",
        "/game/7c2d",
        "",
    ] {
        assert_eq!(ask(link).await, StatusCode::NOT_FOUND, "{link}");
    }
    let long = format!("http://club.example:8080/{}", "x".repeat(1000));
    assert_eq!(ask(&long).await, StatusCode::PAYLOAD_TOO_LARGE);
}
