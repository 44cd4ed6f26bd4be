//! The HTTP side: who asks, what they ask, how they are answered.

mod accounts;
mod answer;
mod apart;
mod app;
mod assets;
mod asyncapi;
mod body;
mod bounds;
mod catalogue;
mod conduct;
mod cookie;
mod description;
mod downloads;
mod edition;
mod examples;
mod frames;
mod games;
mod guard;
mod headers;
mod help;
mod monitoring;
mod people;
mod positions;
mod proving;
mod questions;
mod ratings;
mod reference;
mod refusal;
mod router;
mod security;
mod sharing;
mod socket;
mod stream;
mod unread;
mod visitor;

pub(crate) use app::{App, Client};
pub(crate) use router::{monitoring_router, router};

#[cfg(test)]
mod tests;

#[cfg(test)]
mod page_types;
