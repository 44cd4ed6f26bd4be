use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes each event as one line, whatever people have put into it: what would begin a line,
/// colour it or turn it round is written as `\u000a`, which is the same in JSON.
pub(super) struct OneLine<W>(pub(super) W);

impl<W: Write> Write for OneLine<W> {
    /// Takes a whole event, as the subscriber hands them over.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let mut line = String::with_capacity(text.len() + 1);
        for c in text.chars() {
            if is_plain(c) {
                line.push(c);
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(line, "\\u{unit:04x}");
                }
            }
        }
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether a character stands in a line as any other: no control, no separator of lines or
/// paragraphs, nothing invisible that changes the direction of what follows.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_cannot_begin_a_line() {
        let mut written = Vec::new();
        let event = "INFO name=Zoé\nINFO forged\r\u{1b}[31m \u{202e}\u{85}\u{2028}\n";
        OneLine(&mut written).write_all(event.as_bytes()).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(
            written,
            "INFO name=Zoé\\u000aINFO forged\\u000d\\u001b[31m \\u202e\\u0085\\u2028\n"
        );
    }
}
