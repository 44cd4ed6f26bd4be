//! The HTTP side: who asks, what they ask, how they are answered.

mod answer;
mod app;
mod assets;
mod body;
mod catalogue;
mod cookie;
mod description;
mod games;
mod guard;
mod headers;
mod operation;
mod people;
mod positions;
mod reference;
mod router;
mod socket;
mod stream;
mod visitor;

pub(crate) use app::{App, Client};
pub(crate) use router::router;

#[cfg(test)]
mod tests;
