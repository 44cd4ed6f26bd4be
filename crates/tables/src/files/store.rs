use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use game::{Game, Notation};
use moulin::{Moulin, Position, Rules};

use super::openings::Openings;
use super::packed;
use super::shelf::Shelf;
use super::{Fault, FileFault, Product, Reader, write};
use crate::checking::census::Census;
use crate::checking::expected::expected;
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair};
use crate::numbering::stones::Stones;
use crate::solving::build::BuildError;
use crate::{Exact, Wdl};

/// The table files of one rule set, in a folder of their own.
pub struct Store {
    pub(crate) index: Index,
    folder: PathBuf,
    full: Shelf,
    compact: Shelf,
}

impl Store {
    /// The tables of these rules below a folder that holds those of all rules. Nothing need be there.
    #[must_use]
    pub fn new(rules: Rules, tables: &Path) -> Store {
        Store::with_openings(rules, Some(tables), None)
    }

    /// The same with openings that the program carries, and the folder or none.
    #[must_use]
    pub fn with_openings(rules: Rules, tables: Option<&Path>, openings: Option<Openings>) -> Store {
        let name = Moulin::new(rules).setup_text().replace(':', ".");
        let folder = tables.map(|tables| tables.join(name));
        let files = |product| Shelf::new(product, rules, folder.as_deref(), openings);
        Store {
            index: Index::new(rules, rules.stones),
            full: files(Product::Full),
            compact: files(Product::Compact),
            folder: folder.unwrap_or_default(),
        }
    }

    /// The memory it takes by now, in bytes: what is needed to find positions, and what was read of late.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.index.bytes() + self.full.memory() + self.compact.memory()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.index.rules()
    }

    /// The folder of these rules.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn files(&self, product: Product) -> &Shelf {
        match product {
            Product::Full => &self.full,
            Product::Compact => &self.compact,
        }
    }

    /// The full file of a layer.
    #[must_use]
    pub fn path(&self, layer: Layer) -> PathBuf {
        self.path_of(Product::Full, layer)
    }

    /// The file of a layer.
    #[must_use]
    pub fn path_of(&self, product: Product, layer: Layer) -> PathBuf {
        self.files(product).path(layer)
    }

    /// The number of slots of a layer.
    #[must_use]
    pub fn slots(&self, layer: Layer) -> usize {
        self.index.slots(layer)
    }

    /// The layers whose full files are there: the moving phase, the smallest first, then the placing
    /// phase, the last stones first.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        self.layers_of(Product::Full)
    }

    /// The layers whose files of this product are there, in the same order.
    #[must_use]
    pub fn layers_of(&self, product: Product) -> Vec<Layer> {
        let there = |layer: &Layer| self.path_of(product, *layer).is_file();
        self.all_layers().filter(there).collect()
    }

    /// The most stones on the board, of both players, in a layer of the moving phase whose file is
    /// there.
    #[must_use]
    pub fn most_stones(&self) -> Option<u8> {
        let layers = self.layers().into_iter();
        let moving = layers.filter(|layer| layer.hands == [0, 0]);
        moving.map(|layer| layer.mover + layer.other).max()
    }

    /// Whether the files tell value and distance of every position.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut stored = self.all_layers().filter(|layer| !layer.is_searched());
        stored.all(|layer| self.has(layer))
    }

    /// Whether the files tell the value of every position, if not the distance.
    #[must_use]
    pub fn knows_all_wdl(&self) -> bool {
        let stored = self.compact_layers().into_iter();
        let has = |product, layer| self.path_of(product, layer).is_file();
        let mut known =
            stored.map(|layer| has(Product::Full, layer) || has(Product::Compact, layer));
        known.all(|known| known)
    }

    /// The layers of complete compact tables.
    #[must_use]
    pub fn compact_layers(&self) -> Vec<Layer> {
        let stored = |layer: &Layer| !layer.is_searched() && !layer.is_derived();
        self.all_layers().filter(stored).collect()
    }

    /// Every layer of these rules, in the order of [`layers`](Store::layers).
    pub fn all_layers(&self) -> impl Iterator<Item = Layer> + '_ {
        let most = self.rules().stones;
        let pairs = Pair::up_to(self.rules(), most, most);
        let moving = pairs.into_iter().flat_map(Pair::layers);
        let turns = (0..2 * most).rev();
        let placing = turns.flat_map(|turn| Layer::placing(self.rules(), turn));
        moving.chain(placing)
    }

    /// The position of a slot.
    ///
    /// # Panics
    ///
    /// If the layer has no such slot.
    #[must_use]
    pub fn position(&self, layer: Layer, slot: usize) -> Position {
        let columns = self.index.columns(layer.pair());
        let stones = self.index.stones(layer, slot, &columns);
        let position = stones.position(&Moulin::new(*self.rules()), layer);
        position.expect("a slot is a position of these rules")
    }

    /// The stones of these slots of a layer.
    ///
    /// # Panics
    ///
    /// If the layer has no such slot.
    #[must_use]
    pub fn stones(&self, layer: Layer, slots: &[u32]) -> Vec<Stones> {
        let columns = self.index.columns(layer.pair());
        let slots = slots.iter();
        let stones = slots.map(|slot| self.index.stones(layer, *slot as usize, &columns));
        stones.collect()
    }

    /// Whether the full file of a layer is there.
    #[must_use]
    pub fn has(&self, layer: Layer) -> bool {
        self.path(layer).is_file()
    }

    pub(crate) fn reader(&self, product: Product, layer: Layer) -> Result<Reader, FileFault> {
        self.files(product).reader(layer, self.slots(layer))
    }

    /// The bytes a layer's file takes.
    pub fn bytes(&self, product: Product, layer: Layer) -> Result<u64, FileFault> {
        Ok(self.reader(product, layer)?.bytes())
    }

    /// The values of a layer, from its full file.
    pub fn values(&self, layer: Layer) -> Result<Vec<u8>, FileFault> {
        self.reader(Product::Full, layer)?.content()
    }

    /// What a layer amounts to.
    pub fn census(&self, layer: Layer) -> Result<Census, FileFault> {
        let values = self.values(layer)?;
        Ok(self.index.census(layer, &values))
    }

    /// Reads a layer's file whole and holds it against its checksums.
    pub fn check_file(&self, product: Product, layer: Layer) -> Result<(), FileFault> {
        let reader = self.reader(product, layer)?;
        reader.check_whole()?;
        reader.content().map(|_| ())
    }

    /// Writes a layer from its values, one byte per slot; the bytes its file takes.
    pub(crate) fn write(
        &self,
        product: Product,
        layer: Layer,
        values: &[u8],
    ) -> Result<u64, FileFault> {
        let files = self.files(product);
        let path = files.path(layer);
        let written = write(&path, &files.header(layer, values.len()), values);
        written.map_err(|error| Fault::from(error).at(&path))
    }

    /// Keeps others from making tables in the same folder; gone with the file, also when we are
    /// killed.
    pub(crate) fn lock(&self) -> Result<File, BuildError> {
        let path = self.folder.join("lock");
        let file = File::create(&path).map_err(|error| Fault::from(error).at(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy {
                folder: self.folder.clone(),
            }),
            Err(TryLockError::Error(error)) => Err(Fault::from(error).at(&path).into()),
        }
    }

    /// Removes the full file of a layer, if it is there.
    pub(crate) fn remove(&self, layer: Layer) -> Result<(), FileFault> {
        let path = self.path(layer);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Fault::from(error).at(&path))
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder if it is not there.
    pub(crate) fn make_folder(&self) -> Result<(), FileFault> {
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| Fault::from(error).at(&self.folder))
    }

    /// What a position is worth, if the full tables that tell it are there or the game is over.
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
        let told = self.look(stones, layer);
        if matches!(told, Ok(Some(_))) || !layer.is_searched() {
            return told;
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

    /// The value of a position of this layer, if its full file is there.
    pub fn look(&self, stones: Stones, layer: Layer) -> Result<Option<Exact>, FileFault> {
        let slot = self.index.slot(stones);
        let found = self.full.look(layer, || self.slots(layer), slot)?;
        Ok(found.map(|found| Exact::from_byte(found.content[found.place])))
    }

    /// Whether a position is won, drawn or lost, if tables of either product tell it or the game is
    /// over.
    pub fn wdl(&self, position: &Position) -> Result<Option<Wdl>, FileFault> {
        self.search_wdl(position, &mut HashMap::new())
    }

    /// The WDL value from the position's table, or from the turns to come where it has none.
    fn search_wdl(
        &self,
        position: &Position,
        known: &mut HashMap<Position, Result<Option<Wdl>, FileFault>>,
    ) -> Result<Option<Wdl>, FileFault> {
        let moulin = Moulin::new(*self.rules());
        if let Some(outcome) = moulin.outcome(position) {
            let won = outcome.winner == Some(position.turn());
            return Ok(Some(if won { Wdl::Win } else { Wdl::Loss }));
        }
        let (stones, layer) = Stones::of(position);
        let told = self.look_wdl(stones, layer);
        if matches!(told, Ok(Some(_))) || !layer.is_searched() && !layer.is_derived() {
            return told;
        }
        if let Some(wdl) = known.get(position) {
            return wdl.clone();
        }
        let wdl = self.wdl_by_turns(position, known);
        known.insert(*position, wdl.clone());
        wdl
    }

    /// The best that the turns of a position lead to.
    pub(crate) fn wdl_by_turns(
        &self,
        position: &Position,
        known: &mut HashMap<Position, Result<Option<Wdl>, FileFault>>,
    ) -> Result<Option<Wdl>, FileFault> {
        let moulin = Moulin::new(*self.rules());
        let mut best = Ok(Some(Wdl::Loss));
        for played in moulin.moves(position) {
            let wdl = self.search_wdl(&moulin.play(position, played), known);
            best = match (best, wdl.map(|wdl| wdl.map(Wdl::before))) {
                // Nothing is better than a win, whatever the others are.
                (_, Ok(Some(Wdl::Win))) => return Ok(Some(Wdl::Win)),
                (Err(fault), _) | (_, Err(fault)) => Err(fault),
                (Ok(best), Ok(wdl)) => Ok(best.zip(wdl).map(|(best, wdl)| best.max(wdl))),
            };
        }
        best
    }

    /// The WDL value of a position of this layer, if its file of either product is there.
    fn look_wdl(&self, stones: Stones, layer: Layer) -> Result<Option<Wdl>, FileFault> {
        let full = self.look(stones, layer).map(|exact| exact.map(Wdl::from));
        if matches!(full, Ok(Some(_))) {
            return full;
        }
        let slot = self.index.slot(stones);
        let found = self.compact.look(layer, || self.slots(layer), slot)?;
        let Some(found) = found else {
            return full;
        };
        let wdl = packed::wdl(&found.content, found.place);
        let wdl = wdl.ok_or_else(|| self.damaged(layer, slot))?;
        Ok(Some(wdl))
    }

    /// That a slot of a compact file is not written as any WDL value is.
    pub(crate) fn damaged(&self, layer: Layer, slot: usize) -> FileFault {
        self.compact.damaged(layer, slot)
    }
}
