use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use ::play::text::Text;
use ::play::{Families, Lang};
use anyhow::{Context, anyhow};
use server::{
    AddressForm, Config, Database, LogForm, Monitoring, NodeName, Proxies, ProxyHeader, Server,
    Settings, Subnet,
};
use tracing::Level;

use crate::Answer;
use crate::arguments::{AddressFormName, LogName, ProxyHeaderName, ServeArguments};
use crate::output::Output;

/// The port of the page when none is chosen.
const PORT: u16 = 8080;

pub(crate) fn run(arguments: ServeArguments, output: &mut Output) -> anyhow::Result<Answer> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    super::freed_memory::give_back();
    let form = match arguments.log {
        LogName::Text => LogForm::Text,
        LogName::Json => LogForm::Json,
    };
    let level = if arguments.verbose {
        Level::DEBUG
    } else {
        Level::INFO
    };
    let lang = output.lang();
    let config = config(arguments, lang)?;
    server::start_log(form, level);
    server::allow_many_connections();
    server::runtime()?.block_on(async {
        let server = Server::start(&config, Families::standard()).await;
        let server = server.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
        let stop = stop()?;
        announce(&server, &config, output)?;
        server.run(stop).await;
        Ok(Answer::Done)
    })
}

fn config(arguments: ServeArguments, lang: Lang) -> anyhow::Result<Config> {
    let settings = match &arguments.config {
        None => Settings::default(),
        Some(file) => {
            let name = file.display();
            let text = std::fs::read_to_string(file).with_context(|| format!("{name}"))?;
            Settings::read(&text).map_err(|error| {
                let fault = error.message();
                let reason = Text::new(
                    format!("{name}: not valid settings ({fault})"),
                    format!("{name} : réglages invalides ({fault})"),
                );
                anyhow!("{}", reason.get(lang))
            })?
        }
    };
    let mut limits = settings.limits;
    for limit in &arguments.limit {
        let set = limits.set(limit);
        set.map_err(|error| anyhow!("--limit: {}", error.text().get(lang)))?;
    }
    let mut keep = settings.keep;
    for period in &arguments.keep {
        let set = keep.set(period);
        set.map_err(|error| anyhow!("--keep: {}", error.text().get(lang)))?;
    }
    let processors = available_parallelism().map_or(1, usize::from);
    let thinkers = arguments.thinkers.map(usize::from).or(settings.thinkers);
    let by_heart = arguments.by_heart.or(settings.by_heart);
    let origins = if arguments.origin.is_empty() {
        settings.origins
    } else {
        arguments.origin
    };
    let given = origins.iter().find(|origin| !origin.starts_with("http"));
    if let Some(origin) = given {
        let reason = Text::new(
            format!("{origin} is not an origin: write https://example.org"),
            format!("{origin} n'est pas une origine : écrivez https://example.org"),
        );
        return Err(anyhow!("{}", reason.get(lang)));
    }
    let data = arguments.data.or(settings.data);
    let database = match &arguments.database {
        Some(text) => Some(super::database(text, lang)?),
        None => settings.database,
    };
    let local = Config::local(data.unwrap_or_else(default_data), PORT);
    let grace = arguments.grace.or(settings.grace);
    let mut trusted = match arguments.trusted_proxy.as_slice() {
        [] => settings.proxies,
        given => given.to_vec(),
    };
    if arguments.behind_proxy || settings.behind_proxy {
        trusted.extend(Subnet::LOOPBACK);
    }
    let header = match arguments.proxy_header {
        None => settings.proxy_header.unwrap_or_default(),
        Some(ProxyHeaderName::XForwardedFor) => ProxyHeader::XForwardedFor,
        Some(ProxyHeaderName::Forwarded) => ProxyHeader::Forwarded,
    };
    let nats = arguments.nats.or(settings.nats);
    // A server that talks to others is one of several.
    let node = arguments.node.or(settings.node);
    let node = node.or_else(|| nats.is_some().then(NodeName::of_process));
    let monitoring = arguments.metrics.or(settings.metrics);
    let addresses = match arguments.addresses {
        None => settings.addresses,
        Some(AddressFormName::Full) => Some(AddressForm::Full),
        Some(AddressFormName::Hashed) => Some(AddressForm::Hashed),
        Some(AddressFormName::None) => Some(AddressForm::None),
    };
    Ok(Config {
        database: database.unwrap_or_default(),
        tables: arguments
            .shelf
            .tables
            .or(settings.tables)
            .unwrap_or(local.tables),
        node,
        nats,
        site: arguments.site.or(settings.site).unwrap_or(local.site),
        listen: arguments.listen.or(settings.listen).unwrap_or(local.listen),
        origins,
        proxies: Proxies { trusted, header },
        hsts: arguments.hsts.or(settings.hsts).unwrap_or_default(),
        monitoring: monitoring.unwrap_or(Monitoring::Usual),
        addresses: addresses.unwrap_or_default(),
        thinkers: thinkers.unwrap_or(processors.saturating_sub(1)).max(1),
        by_heart: by_heart.map_or(local.by_heart, |megabytes| (megabytes as usize) << 20),
        grace: grace.map_or(local.grace, |seconds| Duration::from_secs(seconds.into())),
        limits,
        keep,
        ..local
    })
}

/// Where programs keep what they make, as the desktop says, and beside the program otherwise.
pub(super) fn default_data() -> PathBuf {
    let given = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".local/share"));
    let folder = given.filter(|path| path.is_absolute()).or_else(home);
    folder.unwrap_or_default().join("merelle")
}

fn announce(server: &Server, config: &Config, output: &mut Output) -> anyhow::Result<()> {
    let address = server.address();
    let data = match &config.database {
        Database::Folder => config.data.display().to_string(),
        Database::Postgres(address) => address.to_string(),
    };
    let monitor = server.monitoring_address();
    if output.is_json() {
        output.value(&serde_json::json!({
            "address": address.to_string(),
            "data": config.data,
            "database": match &config.database {
                Database::Folder => None,
                Database::Postgres(address) => Some(address.to_string()),
            },
            "metrics": monitor.map(|monitor| monitor.to_string()),
        }))?;
        return output.flush();
    }
    output.text(&Text::new(
        format!("Play at http://{address} (Ctrl-C ends the server). Games are kept in {data}."),
        format!(
            "Jouez sur http://{address} (Ctrl-C arrête le serveur). Les parties sont gardées dans \
             {data}."
        ),
    ))?;
    output.text(&match monitor {
        Some(monitor) => Text::new(
            format!("Metrics are at http://{monitor}/metrics."),
            format!("Les mesures sont sur http://{monitor}/metrics."),
        ),
        None => Text::new(
            "Metrics are off: --metrics ADDRESS:PORT says where to tell them.",
            "Les mesures sont coupées : --metrics ADRESSE:PORT dit où les donner.",
        ),
    })?;
    output.flush()
}

/// What ends when the server is told to stop. It listens from now on, before anybody can be served: what says
/// so sooner would end the process at once.
#[cfg(unix)]
fn stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    // That of service managers.
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// What ends when the server is told to stop.
#[cfg(not(unix))]
fn stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
