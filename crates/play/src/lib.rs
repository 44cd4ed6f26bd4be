//! A game being played: match, record, view, texts, drawing.
#![forbid(unsafe_code)]
