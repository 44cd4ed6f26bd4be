use std::collections::BTreeMap;

/// A shape on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Painted {
    /// Left, top, right and bottom of its path, in millimetres from the upper left corner.
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) fill: Option<[u8; 3]>,
    pub(crate) stroke: Option<[u8; 3]>,
    /// The width of its stroke in millimetres.
    pub(crate) line: f64,
}

/// What a content stream puts on its page.
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) painted: Vec<Painted>,
    pub(crate) texts: Vec<String>,
    pub(crate) marked: BTreeMap<u32, String>,
    pub(crate) unmarked: usize,
    mark: Mark,
}

/// How what is being drawn is marked.
#[derive(Clone, Copy, Default)]
enum Mark {
    #[default]
    No,
    Decoration,
    Content(u32),
}

enum Token {
    Number(f64),
    Name(String),
    Bytes(Vec<u8>),
    Operator(String),
}

#[derive(Clone)]
struct State {
    /// Millimetres to a unit, and where the origin is on the page.
    scale: [f64; 2],
    origin: [f64; 2],
    fill: [u8; 3],
    stroke: [u8; 3],
    line: f64,
}

pub(super) fn millimetres(points: f64) -> f64 {
    points * 25.4 / 72.0
}

/// Reads a stream of a page so many points high.
pub(super) fn read(
    stream: &[u8],
    height: f64,
    fonts: &BTreeMap<String, BTreeMap<u16, String>>,
) -> Drawn {
    let mut drawn = Drawn::default();
    let mut state = State {
        scale: [millimetres(1.0), -millimetres(1.0)],
        origin: [0.0, millimetres(height)],
        fill: [0; 3],
        stroke: [0; 3],
        line: 1.0,
    };
    let mut saved = Vec::new();
    let (mut numbers, mut names, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    let mut path: Vec<[f64; 2]> = Vec::new();
    let mut font = String::new();
    for token in tokens(stream) {
        let operator = match token {
            Token::Number(number) => {
                numbers.push(number);
                continue;
            }
            Token::Name(name) => {
                names.push(name);
                continue;
            }
            Token::Bytes(more) => {
                bytes.extend(more);
                continue;
            }
            Token::Operator(operator) => operator,
        };
        match operator.as_str() {
            "q" => saved.push(state.clone()),
            "Q" => state = saved.pop().unwrap(),
            "cm" => {
                let [a, b, c, d, e, f] = numbers[..] else {
                    panic!("{numbers:?}");
                };
                assert_eq!([b, c], [0.0; 2], "pages are not turned");
                state.origin = state.place(e, f);
                state.scale = [state.scale[0] * a, state.scale[1] * d];
            }
            "rg" => state.fill = colour(&numbers),
            "RG" => state.stroke = colour(&numbers),
            "w" => state.line = numbers[0] * state.scale[0],
            "m" | "l" | "c" => {
                path.extend(numbers.chunks(2).map(|spot| state.place(spot[0], spot[1])));
            }
            "re" => {
                let [x, y, width, height] = numbers[..] else {
                    panic!("{numbers:?}");
                };
                path.extend([state.place(x, y), state.place(x + width, y + height)]);
            }
            "f" => drawn.paint(&mut path, Some(state.fill), None, 0.0),
            "S" => drawn.paint(&mut path, None, Some(state.stroke), state.line),
            "B" => drawn.paint(&mut path, Some(state.fill), Some(state.stroke), state.line),
            "Tf" => font = names.last().unwrap().clone(),
            "TJ" | "Tj" => {
                let codes = bytes.chunks(2);
                let codes = codes.map(|code| u16::from_be_bytes([code[0], code[1]]));
                let text = codes.map(|code| fonts[&font][&code].as_str());
                drawn.say(text.collect());
            }
            "BMC" => drawn.mark = Mark::Decoration,
            "BDC" => {
                drawn.mark = match names.last().unwrap().as_str() {
                    "MCID" => {
                        let number = numbers[0] as u32;
                        drawn.marked.insert(number, String::new());
                        Mark::Content(number)
                    }
                    _ => Mark::Decoration,
                };
            }
            "EMC" => drawn.mark = Mark::No,
            "h" | "J" | "j" | "M" | "d" | "BT" | "ET" | "Tr" | "Tm" | "gs" => {}
            other => panic!("the operator {other}"),
        }
        numbers.clear();
        names.clear();
        bytes.clear();
    }
    drawn
}

impl State {
    fn place(&self, x: f64, y: f64) -> [f64; 2] {
        [
            self.origin[0] + self.scale[0] * x,
            self.origin[1] + self.scale[1] * y,
        ]
    }
}

impl Drawn {
    fn say(&mut self, text: String) {
        match self.mark {
            Mark::No => self.unmarked += 1,
            Mark::Decoration => {}
            Mark::Content(number) => *self.marked.get_mut(&number).unwrap() += &text,
        }
        self.texts.push(text);
    }

    /// Control points count too: those of our quarter circles lie within the circle's square.
    fn paint(
        &mut self,
        path: &mut Vec<[f64; 2]>,
        fill: Option<[u8; 3]>,
        stroke: Option<[u8; 3]>,
        line: f64,
    ) {
        if let Mark::No = self.mark {
            self.unmarked += 1;
        }
        let least = |axis: usize| path.iter().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| {
            path.iter()
                .map(|at| at[axis])
                .fold(f64::NEG_INFINITY, f64::max)
        };
        self.painted.push(Painted {
            left: least(0),
            top: least(1),
            right: most(0),
            bottom: most(1),
            fill,
            stroke,
            line,
        });
        path.clear();
    }
}

fn colour(parts: &[f64]) -> [u8; 3] {
    let part = |n: usize| (parts[n] * 255.0).round() as u8;
    [part(0), part(1), part(2)]
}

fn tokens(stream: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(byte) = stream.get(at) {
        match byte {
            b' ' | b'\n' | b'[' | b']' | b'>' => at += 1,
            b'<' if stream[at + 1] == b'<' => at += 2,
            b'(' => {
                let (bytes, end) = literal(stream, at + 1);
                tokens.push(Token::Bytes(bytes));
                at = end;
            }
            b'<' => {
                let end = at + stream[at..].iter().position(|byte| *byte == b'>').unwrap();
                let digits = stream[at + 1..end].chunks(2);
                let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16);
                tokens.push(Token::Bytes(
                    digits.map(|pair| byte(pair).unwrap()).collect(),
                ));
                at = end + 1;
            }
            _ => {
                let rest = &stream[at + 1..];
                let end = rest.iter().position(|byte| b" \n[](<>/".contains(byte));
                let end = end.map_or(stream.len(), |end| at + 1 + end);
                let word = std::str::from_utf8(&stream[at..end]).unwrap();
                tokens.push(match (word.parse(), word.strip_prefix('/')) {
                    (Ok(number), _) => Token::Number(number),
                    (_, Some(name)) => Token::Name(name.to_owned()),
                    _ => Token::Operator(word.to_owned()),
                });
                at = end;
            }
        }
    }
    tokens
}

/// The bytes of a string up to its closing bracket, and where it ends.
fn literal(stream: &[u8], mut at: usize) -> (Vec<u8>, usize) {
    let (mut bytes, mut depth) = (Vec::new(), 1);
    loop {
        let byte = stream[at];
        at += 1;
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (bytes, at);
        }
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let escaped = stream[at];
        at += 1;
        bytes.push(match escaped {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'0'..=b'7' => {
                let digits = &stream[at - 1..at + 2];
                at += 2;
                u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 8).unwrap()
            }
            other => other,
        });
    }
}
