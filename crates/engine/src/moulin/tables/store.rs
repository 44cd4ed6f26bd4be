use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use game::{Game, Notation};
use moulin::{Moulin, Position, Rules};

use super::census::Census;
use super::check::expected;
use super::file::{Fault, FileFault, Header, Reader, fingerprint, write};
use super::index::Index;
use super::layer::{Layer, Pair};
use super::placing;
use super::stones::Stones;
use crate::moulin::Exact;

/// The table files of one rule set, in a folder of their own.
pub struct Store {
    pub(super) index: Index,
    rules: [u8; 32],
    folder: PathBuf,
    open: Mutex<HashMap<Layer, Option<Arc<Reader>>>>,
    recent: Mutex<Recent>,
}

/// Blocks that were unpacked of late.
#[derive(Default)]
struct Recent {
    blocks: HashMap<(Layer, usize), Arc<Vec<u8>>>,
    /// The oldest first.
    order: VecDeque<(Layer, usize)>,
}

impl Recent {
    /// The most blocks that are kept, 16 KiB each.
    const MOST: usize = 1 << 12;

    fn keep(&mut self, key: (Layer, usize), block: &Arc<Vec<u8>>) {
        if self.blocks.insert(key, Arc::clone(block)).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > Recent::MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.blocks.remove(&oldest);
        }
    }
}

impl Store {
    /// The tables of these rules below a folder that holds those of all rules. Nothing need be there.
    #[must_use]
    pub fn new(rules: Rules, tables: &Path) -> Store {
        let name = Moulin::new(rules).setup_text().replace(':', ".");
        Store {
            index: Index::new(rules, rules.stones),
            rules: fingerprint(&rules),
            folder: tables.join(name),
            open: Mutex::default(),
            recent: Mutex::default(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.index.rules
    }

    /// The folder of these rules.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a layer.
    #[must_use]
    pub fn path(&self, layer: Layer) -> PathBuf {
        let name = layer.text(self.rules()).replace(':', "_");
        self.folder.join(name + ".table")
    }

    /// The number of slots of a layer.
    #[must_use]
    pub fn slots(&self, layer: Layer) -> usize {
        self.index.slots(layer)
    }

    /// The layers whose files are there: the moving phase, the smallest first, then the placing
    /// phase, the last stones first.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        let layers = self.all_layers();
        layers.filter(|layer| self.has(*layer)).collect()
    }

    /// The most stones on the board, of both players, in a layer of the moving phase whose file is
    /// there.
    #[must_use]
    pub fn most_stones(&self) -> Option<u8> {
        let layers = self.layers().into_iter();
        let moving = layers.filter(|layer| layer.hands == [0, 0]);
        moving.map(|layer| layer.mover + layer.other).max()
    }

    /// Whether the files tell the value of every position.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut stored = self.all_layers().filter(|layer| !layer.is_searched());
        stored.all(|layer| self.has(layer))
    }

    /// Every layer of these rules, in the order of [`layers`](Store::layers).
    fn all_layers(&self) -> impl Iterator<Item = Layer> + '_ {
        let most = self.rules().stones;
        let pairs = Pair::up_to(self.rules(), most, most);
        let moving = pairs.into_iter().flat_map(Pair::layers);
        let turns = (0..2 * most).rev();
        let placing = turns.flat_map(|turn| placing::layers(self.rules(), turn));
        moving.chain(placing)
    }

    /// Whether the file of a layer is there.
    #[must_use]
    pub fn has(&self, layer: Layer) -> bool {
        self.path(layer).is_file()
    }

    fn header(&self, layer: Layer) -> Header {
        Header {
            rules: self.rules,
            layer,
            slots: self.index.slots(layer) as u64,
        }
    }

    pub(super) fn reader(&self, layer: Layer) -> Result<Reader, FileFault> {
        Reader::open(&self.path(layer), self.header(layer))
    }

    /// The bytes a layer's file takes.
    pub fn bytes(&self, layer: Layer) -> Result<u64, FileFault> {
        Ok(self.reader(layer)?.bytes())
    }

    /// The values of a layer.
    pub fn values(&self, layer: Layer) -> Result<Vec<u8>, FileFault> {
        self.reader(layer)?.values()
    }

    /// What a layer amounts to.
    pub fn census(&self, layer: Layer) -> Result<Census, FileFault> {
        let values = self.values(layer)?;
        Ok(self.index.census(layer, &values))
    }

    /// Reads a layer's file whole and holds it against its checksums.
    pub fn check_file(&self, layer: Layer) -> Result<(), FileFault> {
        let reader = self.reader(layer)?;
        reader.check_whole()?;
        reader.values().map(|_| ())
    }

    /// Writes a layer; the bytes its file takes.
    pub(super) fn write(&self, layer: Layer, values: &[u8]) -> Result<u64, FileFault> {
        let path = self.path(layer);
        let written = write(&path, &self.header(layer), values);
        written.map_err(|error| Fault::Io(error).at(&path))
    }

    /// Removes the file of a layer, if it is there.
    pub(super) fn remove(&self, layer: Layer) -> Result<(), FileFault> {
        let path = self.path(layer);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Fault::Io(error).at(&path))
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder if it is not there.
    pub(super) fn make_folder(&self) -> Result<(), FileFault> {
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| Fault::Io(error).at(&self.folder))
    }

    /// What a position is worth, if the tables that tell it are there or the game is over.
    pub fn probe(&self, position: &Position) -> Result<Option<Exact>, FileFault> {
        self.search(position, &mut HashMap::new())
    }

    /// The value from the position's table; late in the placing phase, from the turns to come.
    fn search(
        &self,
        position: &Position,
        known: &mut HashMap<Position, Option<Exact>>,
    ) -> Result<Option<Exact>, FileFault> {
        let moulin = Moulin::new(*self.rules());
        if let Some(outcome) = moulin.outcome(position) {
            let won = outcome.winner == Some(position.turn());
            return Ok(Some(if won { Exact::Win(0) } else { Exact::Loss(0) }));
        }
        let (stones, layer) = Stones::of(position);
        if !layer.is_searched() {
            return self.look(stones, layer);
        }
        if let Some(value) = known.get(position) {
            return Ok(*value);
        }
        let mut fault = None;
        let value = expected(&moulin, position, |next| {
            let value = self.search(next, known);
            value.map_err(|found| fault = Some(found)).ok().flatten()
        });
        known.insert(*position, value);
        fault.map_or(Ok(value), Err)
    }

    /// The value of a position of this layer, if its file is there.
    pub fn look(&self, stones: Stones, layer: Layer) -> Result<Option<Exact>, FileFault> {
        let (number, place) = Reader::place(self.index.slot(stones));
        let key = (layer, number);
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.blocks.get(&key).cloned();
        drop(recent);
        if let Some(block) = known {
            return Ok(Some(Exact::from_byte(block[place])));
        }
        let Some(reader) = self.opened(layer)? else {
            return Ok(None);
        };
        let block = Arc::new(reader.block(number)?);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.keep(key, &block);
        Ok(Some(Exact::from_byte(block[place])))
    }

    /// The open file of a layer, if there is one.
    fn opened(&self, layer: Layer) -> Result<Option<Arc<Reader>>, FileFault> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reader) = open.get(&layer) {
            return Ok(reader.clone());
        }
        let sizes = [layer.mover, layer.other];
        let most = self.rules().stones;
        let exists = sizes.into_iter().all(|stones| stones <= most);
        let reader = match exists.then(|| self.reader(layer)) {
            None => None,
            Some(Ok(reader)) => Some(Arc::new(reader)),
            Some(Err(FileFault {
                fault: Fault::Io(error),
                ..
            })) if error.kind() == io::ErrorKind::NotFound => None,
            Some(Err(fault)) => return Err(fault),
        };
        open.insert(layer, reader.clone());
        Ok(reader)
    }
}
