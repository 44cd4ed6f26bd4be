use std::net::IpAddr;

/// What a person may recognise a session of theirs by: roughly which browser, and where it was begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenAs {
    /// Such as `Firefox`.
    pub(crate) browser: Option<&'static str>,
    /// Such as `Linux`.
    pub(crate) system: Option<&'static str>,
    /// The network, such as `203.0.113.0/24`: no address of a single machine is kept.
    pub(crate) network: Option<String>,
}

/// What browsers write of themselves, those first that write the names of others too.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The same of systems.
const SYSTEMS: [(&str, &str); 8] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

impl SeenAs {
    /// By what a browser writes of itself, and its address.
    pub(crate) fn of(agent: Option<&str>, address: IpAddr) -> SeenAs {
        let find = |names: &[(&str, &'static str)]| {
            let agent = agent?;
            let found = names.iter().find(|(part, _)| agent.contains(part));
            found.map(|(_, name)| *name)
        };
        SeenAs {
            browser: find(&BROWSERS),
            system: find(&SYSTEMS),
            network: Some(site(address)),
        }
    }
}

/// The network of a site: what a provider gives to one customer, or a few that are neighbours.
pub(crate) fn site(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_named_roughly() {
        let here: IpAddr = "203.0.113.77".parse().unwrap();
        let name = |agent: &str| {
            let seen = SeenAs::of(Some(agent), here);
            (seen.browser, seen.system)
        };
        for (agent, browser, system) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox",
                "Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge",
                "Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome",
                "Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari",
                "iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari",
                "macOS",
            ),
        ] {
            assert_eq!(name(agent), (Some(browser), Some(system)));
        }
        assert_eq!(name("curl/8.0"), (None, None));
        assert_eq!(SeenAs::of(None, here).network.unwrap(), "203.0.113.0/24");
    }

    #[test]
    fn no_single_address_is_kept() {
        let site = |text: &str| site(text.parse().unwrap());
        assert_eq!(site("::ffff:192.0.2.9"), "192.0.2.0/24");
        assert_eq!(site("2001:db8:12:34::1"), "2001:db8:12::/48");
    }
}
