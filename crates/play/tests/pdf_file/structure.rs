use super::{Object, Page, Pdf, integer, references, string};

/// An element that is read aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// `H1`, `P`, `Figure`, …
    pub(crate) tag: String,
    /// What it says; for a picture the words in its place.
    pub(crate) text: String,
}

impl Pdf {
    /// The elements that say something, in the order in which they are read.
    pub(crate) fn spoken(&self) -> Vec<Spoken> {
        let root = self.with("/Type/StructTreeRoot");
        let pages = self.pages();
        let mut spoken = Vec::new();
        for kid in references(kids(&root.text)) {
            self.speak(&self.objects[&kid], &pages, &mut spoken);
        }
        spoken
    }

    fn speak(&self, element: &Object, pages: &[Page], spoken: &mut Vec<Spoken>) {
        let text = &element.text;
        let tag = text.split_once("/S/").unwrap().1;
        let tag = tag.split(['/', '>']).next().unwrap().to_owned();
        let contents = kids(text);
        if let Some((_, alt)) = text.split_once("/Alt") {
            let text = string(alt);
            spoken.push(Spoken { tag, text });
            return;
        }
        let page = integer(text, "/Pg").map(|page| &pages[self.page_index(page)]);
        let mut words = String::new();
        let mut inner = Vec::new();
        let mut rest = contents;
        while !rest.is_empty() {
            rest = match rest.strip_prefix("<<") {
                // A link, or content on another page.
                Some(dictionary) => {
                    let (dictionary, rest) = dictionary.split_once(">>").unwrap();
                    if let Some(marked) = integer(dictionary, "/MCID") {
                        let page = self.page_index(integer(dictionary, "/Pg").unwrap());
                        words += &pages[page].marked[&marked];
                    }
                    rest
                }
                None => {
                    let end = rest.find("<<").unwrap_or(rest.len());
                    let (plain, rest) = rest.split_at(end);
                    if plain.contains('R') {
                        inner.extend(references(plain));
                    } else {
                        for number in plain.split_whitespace() {
                            let marked = number.parse().unwrap();
                            words += &page.unwrap().marked[&marked];
                        }
                    }
                    rest
                }
            };
        }
        if !words.is_empty() {
            let text = words;
            spoken.push(Spoken { tag, text });
        }
        for kid in inner {
            self.speak(&self.objects[&kid], pages, spoken);
        }
    }

    fn page_index(&self, object: u32) -> usize {
        let pages = self.page_numbers();
        pages.iter().position(|page| *page == object).unwrap()
    }
}

/// What stands in the brackets after `/K`.
fn kids(text: &str) -> &str {
    let (_, rest) = text.split_once("/K[").unwrap_or(("", "]"));
    rest.split_once(']').unwrap().0
}
