//! The languages there are: those in the program, and one more from a folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::{fmt, fs, io};

use catalogue::{Fault, Part, Pattern, Source};
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use thiserror::Error;
use unic_langid::LanguageIdentifier;

use crate::generated::{ABOUT, EMBEDDED, FILES, IDS};
use crate::typography::Typography;
use crate::value::Number;

/// All that is said in a language.
pub(crate) struct Language {
    pub(crate) tag: Cow<'static, str>,
    /// What `language.ftl` says.
    pub(crate) about: About,
    /// Texts of files, by their numbers, and what has been read of them.
    files: Vec<(Option<Cow<'static, str>>, OnceLock<File>)>,
}

/// A file that has been read, with its messages where English has them.
#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) messages: Vec<Option<Pattern>>,
    pub(crate) terms: BTreeMap<String, Pattern>,
}

/// What has to be known of a language.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) name: String,
    typography: Typography,
    /// Between a number and its decimals.
    decimal: String,
    plurals: Option<PluralRules>,
}

/// Why a folder of texts is not taken.
#[derive(Debug, Error)]
pub enum FolderFault {
    /// It cannot be read.
    #[error("{path}: {fault}")]
    Unreadable {
        /// The folder or the file.
        path: String,
        /// What the system says.
        fault: io::Error,
    },
    /// A file is not well-formed.
    #[error("{path}: {fault}")]
    IllFormed {
        /// The file.
        path: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Languages were asked for before.
    #[error("texts were read already")]
    Late,
}

static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();

/// All languages, English first.
pub(crate) fn languages() -> &'static [Language] {
    LANGUAGES.get_or_init(embedded)
}

fn embedded() -> Vec<Language> {
    let language = |(tag, texts): &(&'static str, &[Option<&'static str>])| {
        let texts = texts.iter().map(|text| text.map(Cow::Borrowed));
        Language::new(Cow::Borrowed(tag), texts.collect())
    };
    EMBEDDED.iter().map(language).collect()
}

/// Adds the language of a folder, which is named after it. What it leaves out is said in English.
///
/// # Errors
///
/// If a file cannot be read or is not well-formed, or if texts were read before.
pub fn add(folder: &Path) -> Result<(), FolderFault> {
    let unreadable = |path: &Path, fault| FolderFault::Unreadable {
        path: path.display().to_string(),
        fault,
    };
    fs::read_dir(folder).map_err(|fault| unreadable(folder, fault))?;
    let mut texts = Vec::with_capacity(FILES.len());
    for file in FILES {
        let path = folder.join(format!("{file}.ftl"));
        texts.push(match fs::read_to_string(&path) {
            Ok(text) => {
                catalogue::read(&text).map_err(|fault| FolderFault::IllFormed {
                    path: path.display().to_string(),
                    fault,
                })?;
                Some(Cow::Owned(text))
            }
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => None,
            Err(fault) => return Err(unreadable(&path, fault)),
        });
    }
    let tag = folder.file_name().unwrap_or_default().to_string_lossy();
    let mut languages = embedded();
    languages.retain(|language| language.tag != tag || language.tag == "en");
    languages.push(Language::new(Cow::Owned(tag.into_owned()), texts));
    LANGUAGES.set(languages).map_err(|_| FolderFault::Late)
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.tag)
    }
}

impl Language {
    fn new(tag: Cow<'static, str>, texts: Vec<Option<Cow<'static, str>>>) -> Language {
        let text = texts[ABOUT].as_deref();
        let about = text.and_then(|text| catalogue::read(text).ok());
        Language {
            about: About::of(&tag, &about.unwrap_or_default()),
            tag,
            files: texts
                .into_iter()
                .map(|text| (text, OnceLock::new()))
                .collect(),
        }
    }

    /// A file, read when it is first needed.
    pub(crate) fn file(&self, number: usize) -> &File {
        let (text, file) = &self.files[number];
        file.get_or_init(|| {
            let source = text.as_deref().and_then(|text| catalogue::read(text).ok());
            self.typeset(source.unwrap_or_default(), number)
        })
    }

    fn typeset(&self, source: Source, number: usize) -> File {
        let mut file = File::default();
        file.messages.resize(IDS[number].len(), None);
        for message in source.messages {
            let mut pattern = message.pattern;
            self.about.typography.set(&mut pattern);
            if let Some(place) = place_of(number, &message.id) {
                file.messages[place] = Some(pattern);
            }
        }
        for (id, mut pattern) in source.terms {
            self.about.typography.set(&mut pattern);
            file.terms.insert(id, pattern);
        }
        file
    }
}

/// The number of a message within a file.
pub(crate) fn place_of(file: usize, id: &str) -> Option<usize> {
    IDS[file].iter().position(|other| *other == id)
}

impl About {
    fn of(tag: &str, source: &Source) -> About {
        let words = |id: &str, attribute: &str| {
            let message = source.messages.iter().find(|message| message.id == id);
            let pattern = message.and_then(|message| match attribute {
                "" => Some(&message.pattern),
                _ => message.attributes.get(attribute),
            });
            match pattern.map(|pattern| pattern.0.as_slice()) {
                Some([Part::Words(words)]) => words.clone(),
                _ => String::new(),
            }
        };
        let set = |attribute| words("typography", attribute);
        let rules = |tag: &str| {
            let identifier: LanguageIdentifier = tag.parse().ok()?;
            PluralRules::create(identifier, PluralRuleType::CARDINAL).ok()
        };
        About {
            name: words("name", ""),
            typography: Typography {
                inner_quote: set("inner"),
                apostrophe: set("apostrophe"),
                thin_before: set("thin-before"),
                thin_after: set("thin-after"),
                wide_before: set("wide-before"),
            },
            decimal: set("decimal"),
            plurals: rules(tag),
        }
    }

    /// Words as the language sets them.
    pub(crate) fn set(&self, words: &str) -> String {
        self.typography.words(' ', words)
    }

    /// Which plural goes with a number.
    pub(crate) fn plural(&self, number: Number) -> &'static str {
        let text = number.digits();
        let rules = self.plurals.as_ref();
        match rules.and_then(|rules| rules.select(text.as_str()).ok()) {
            Some(PluralCategory::ZERO) => "zero",
            Some(PluralCategory::ONE) => "one",
            Some(PluralCategory::TWO) => "two",
            Some(PluralCategory::FEW) => "few",
            Some(PluralCategory::MANY) => "many",
            Some(PluralCategory::OTHER) | None => "other",
        }
    }

    /// A number as it is written.
    pub(crate) fn number(&self, number: Number) -> String {
        let text = number.digits();
        if self.decimal.is_empty() {
            text
        } else {
            text.replace('.', &self.decimal)
        }
    }
}
