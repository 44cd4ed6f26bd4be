use std::num::NonZeroU16;

use krilla::tagging::{
    Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};

use crate::page::{Element, Role};

/// The elements of a document with what belongs to each, as its pages are written.
pub(super) struct Tags<'document> {
    elements: &'document [Element],
    contents: Vec<Vec<Node>>,
}

impl<'document> Tags<'document> {
    pub(super) fn new(elements: &'document [Element]) -> Tags<'document> {
        Tags {
            elements,
            contents: elements.iter().map(|_| Vec::new()).collect(),
        }
    }

    /// Whether the document tells what it consists of.
    pub(super) fn are_used(&self) -> bool {
        !self.elements.is_empty()
    }

    /// The next thing that belongs to an element.
    pub(super) fn add(&mut self, element: usize, identifier: Identifier) {
        self.contents[element].push(identifier.into());
    }

    /// What leads somewhere comes before what it is written on.
    pub(super) fn add_link(&mut self, element: usize, identifier: Identifier) {
        self.contents[element].insert(0, identifier.into());
    }

    pub(super) fn tree(mut self) -> TagTree {
        let mut tree = TagTree::new();
        // Elements come after those they belong to: from the last on, each is whole when it is
        // its turn.
        let mut top = Vec::new();
        let mut inner: Vec<Vec<Node>> = self.elements.iter().map(|_| Vec::new()).collect();
        for (number, element) in self.elements.iter().enumerate().rev() {
            let mut nodes = std::mem::take(&mut self.contents[number]);
            nodes.extend(std::mem::take(&mut inner[number]).into_iter().rev());
            let group = group(&element.role, nodes);
            match element.within {
                Some(outer) => inner[outer].push(group.into()),
                None => top.push(group),
            }
        }
        for group in top.into_iter().rev() {
            tree.push(group);
        }
        tree
    }
}

fn group(role: &Role, nodes: Vec<Node>) -> TagGroup {
    let tag: TagKind = match role {
        Role::Section => Tag::Section.into(),
        Role::Heading { level, title } => {
            let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
            Tag::Hn(level, Some(title.clone())).into()
        }
        Role::Paragraph => Tag::P.into(),
        Role::Contents => Tag::TOC.into(),
        Role::Entry => {
            let link = TagGroup::with_children(Tag::Link, nodes);
            return TagGroup::with_children(Tag::TOCI, vec![link.into()]);
        }
        Role::List => Tag::L(ListNumbering::Disc).into(),
        Role::Item => Tag::LI.into(),
        Role::Label => Tag::Lbl.into(),
        Role::Body => Tag::LBody.into(),
        Role::Figure(words) => Tag::Figure(Some(words.clone())).into(),
        Role::Caption => Tag::Caption.into(),
        Role::Table => Tag::Table.into(),
        Role::Row => Tag::TR.into(),
        Role::ColumnHead => Tag::TH(TableHeaderScope::Column).into(),
        Role::RowHead => Tag::TH(TableHeaderScope::Row).into(),
        Role::Cell => Tag::TD.into(),
    };
    TagGroup::with_children(tag, nodes)
}
