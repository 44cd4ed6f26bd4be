use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

/// The service manager that started this process, if it wants to hear from it: how systemd's
/// `Type=notify` works.
#[derive(Debug)]
pub(crate) struct Manager {
    socket: UnixDatagram,
    address: SocketAddr,
    /// How often it wants a sign of life.
    pub(crate) watchdog: Option<Duration>,
}

impl Manager {
    /// The one that the environment names.
    pub(crate) fn of_environment() -> Option<Manager> {
        let address = std::env::var_os("NOTIFY_SOCKET")?;
        let watchdog = std::env::var("WATCHDOG_USEC").ok();
        let own = std::env::var("WATCHDOG_PID").ok();
        let meant = own.is_none_or(|own| own == std::process::id().to_string());
        Manager::at(address.as_bytes(), watchdog.filter(|_| meant).as_deref())
    }

    fn at(address: &[u8], watchdog: Option<&str>) -> Option<Manager> {
        let address = named(address).ok()?;
        let micros: Option<u64> = watchdog.and_then(|micros| micros.parse().ok());
        Some(Manager {
            socket: UnixDatagram::unbound().ok()?,
            address,
            // Twice as often as is asked, so that one may come late.
            watchdog: micros.map(|micros| Duration::from_micros(micros / 2).max(SHORTEST)),
        })
    }

    /// Tells it something. Whether it hears changes nothing here.
    pub(crate) fn tell(&self, state: State) {
        let sent = self
            .socket
            .send_to_addr(state.words().as_bytes(), &self.address);
        if let Err(error) = sent {
            tracing::debug!(%error, "the service manager does not listen");
        }
    }
}

/// The shortest time between two signs of life.
const SHORTEST: Duration = Duration::from_millis(100);

/// What a service manager is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// People can come.
    Ready,
    /// It lives.
    Alive,
    /// It goes down.
    Stopping,
}

impl State {
    fn words(self) -> &'static str {
        match self {
            State::Ready => "READY=1\n",
            State::Alive => "WATCHDOG=1\n",
            State::Stopping => "STOPPING=1\n",
        }
    }
}

/// A socket by its path, or by its name where that begins with `@`.
fn named(address: &[u8]) -> io::Result<SocketAddr> {
    match address.strip_prefix(b"@") {
        None => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(address)),
        #[cfg(target_os = "linux")]
        Some(name) => {
            use std::os::linux::net::SocketAddrExt;
            SocketAddr::from_abstract_name(name)
        }
        #[cfg(not(target_os = "linux"))]
        Some(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_manager_hears_what_it_is_told() {
        let path = std::env::temp_dir().join(format!("merelle-notify-{}", std::process::id()));
        let listener = UnixDatagram::bind(&path).unwrap();
        let address = path.as_os_str().as_bytes();
        let manager = Manager::at(address, Some("10000000")).unwrap();
        assert_eq!(manager.watchdog, Some(Duration::from_secs(5)));
        let mut said = [0; 64];
        for state in [State::Ready, State::Alive, State::Stopping] {
            manager.tell(state);
            let length = listener.recv(&mut said).unwrap();
            assert_eq!(&said[..length], state.words().as_bytes());
        }
        std::fs::remove_file(&path).unwrap();
        // Nobody listens any more.
        manager.tell(State::Ready);
        assert!(
            Manager::at(address, Some("soon"))
                .unwrap()
                .watchdog
                .is_none()
        );
    }
}
