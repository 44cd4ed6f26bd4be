use std::collections::{HashMap, HashSet};

use super::chart::chart;
use super::device::{Device, Memory, Pass};
use super::fault::CardFault;
use super::relay::{Relay, StepsBack};
use super::task::{self, Task};
use crate::Exact;
use crate::byte::TooLong;
use crate::files::store::Store;
use crate::kernel::Flying;
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair};
use crate::solving::build::{Batch, BuildError};

/// A graphics card that solves layers of one rule set, and holds finished ones.
pub struct Card {
    pub(crate) device: Device,
    pub(crate) chart: Memory<u32>,
    layers: HashMap<Layer, Memory<u8>>,
    steps: HashMap<(u8, Flying), StepsBack>,
}

/// By distance: whether a slot may be decided there.
const MARKS: usize = 256;

impl Card {
    /// The first card of this machine, for the rules of a store.
    pub fn open(store: &Store) -> Result<Card, CardFault> {
        let device = Device::open()?;
        Ok(Card {
            chart: device.upload(&chart(&store.index))?,
            device,
            layers: HashMap::new(),
            steps: HashMap::new(),
        })
    }

    /// What the driver calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.device.name
    }

    /// Whether it holds a layer.
    pub(crate) fn has(&self, layer: Layer) -> bool {
        self.layers.contains_key(&layer)
    }

    /// Gives it a finished layer to hold.
    pub(crate) fn put(&mut self, layer: Layer, values: &[u8]) -> Result<(), CardFault> {
        let mut memory = self.device.table(values.len())?;
        self.device.write(values, &mut memory)?;
        self.layers.insert(layer, memory);
        Ok(())
    }

    /// The values of a layer it holds.
    pub(crate) fn values(&self, index: &Index, layer: Layer) -> Result<Vec<u8>, CardFault> {
        let mut values = vec![0; index.slots(layer)];
        self.device.read(self.held(layer), &mut values)?;
        Ok(values)
    }

    /// Frees the memory of other layers.
    pub(crate) fn forget_all_but(&mut self, needed: &HashSet<Layer>) {
        self.layers.retain(|layer, _| needed.contains(layer));
    }

    /// Solves the layers of a batch, once those it leads to are held.
    pub(crate) fn solve(&mut self, index: &Index, batch: Batch) -> Result<(), BuildError> {
        match batch {
            Batch::Moving(pair) => self.solve_pair(index, pair),
            Batch::Placing(layer) => self.solve_placing(index, layer),
        }
    }

    fn held(&self, layer: Layer) -> &Memory<u8> {
        let held = self.layers.get(&layer);
        held.expect("layers are solved after those they lead to")
    }

    /// What the kernels must know of a layer; its values go to `values`.
    fn task(&self, index: &Index, layer: Layer, values: &Memory<u8>, marks: &Memory<u8>) -> Task {
        let mut task = Task::new(index, self.device.address(&self.chart), layer);
        for (place, layer) in task::leads_to(&index.laws, layer) {
            task.leads_to[place] = self.device.address(self.held(layer));
        }
        task.values = self.device.address(values);
        task.marks = self.device.address(marks);
        task
    }

    fn solve_placing(&mut self, index: &Index, layer: Layer) -> Result<(), BuildError> {
        let values = self.device.table(index.slots(layer))?;
        let marks = self.device.zeros(MARKS)?;
        let task = self.task(index, layer, &values, &marks);
        self.device.pass(Pass::Placing, &task)?;
        let mut found = [0; MARKS];
        self.device.read(&marks, &mut found)?;
        if found[usize::from(Exact::LONGEST) + 1] != 0 {
            return Err(BuildError::TooLong(TooLong { layer }));
        }
        self.layers.insert(layer, values);
        Ok(())
    }

    fn solve_pair(&mut self, index: &Index, pair: Pair) -> Result<(), BuildError> {
        let (one, other) = (pair.rows_to_move(), pair.columns_to_move());
        self.prepare_steps(index, pair)?;
        let slots = index.slots(one);
        let device = &self.device;
        let [rows, columns] = [device.table(slots)?, device.table(slots)?];
        let counts = [device.table(slots)?, device.table(slots)?];
        let marks = device.zeros(MARKS)?;
        let mut tasks = [
            self.task(index, one, &rows, &marks),
            self.task(index, other, &columns, &marks),
        ];
        if pair.rows == pair.columns {
            tasks[1] = tasks[1].turned();
        }
        for (task, counts) in tasks.iter_mut().zip(&counts) {
            task.counts = device.address(counts);
            device.pass(Pass::First, task)?;
        }
        let steps = &self.steps[&(pair.rows, one.flying(&index.laws))];
        let steps = [device.address(&steps.begin), device.address(&steps.steps)];
        let mut relay = Relay::new(index, device.address(&self.chart), pair, steps);
        relay.values = [device.address(&rows), device.address(&columns)];
        relay.counts = tasks.map(|task| task.counts);
        relay.marks = device.address(&marks);
        self.relay(&mut relay, &marks, pair)?;
        for task in &tasks {
            device.pass(Pass::Last, task)?;
        }
        let columns = if pair.rows == pair.columns && one != other {
            let turned = device.table(slots)?;
            let from = device.address(&columns);
            let task = Task {
                values: device.address(&turned),
                counts: from,
                ..tasks[1]
            };
            device.pass(Pass::Mirrored, &task)?;
            turned
        } else {
            columns
        };
        device.finish()?;
        if one != other {
            self.layers.insert(other, columns);
        }
        self.layers.insert(one, rows);
        Ok(())
    }

    /// Distance by distance, until no further one has a slot.
    fn relay(&self, relay: &mut Relay, marks: &Memory<u8>, pair: Pair) -> Result<(), BuildError> {
        let mut found = [0; MARKS];
        let mut distance = 0;
        loop {
            self.device.read(marks, &mut found)?;
            let Some(ahead) = found[distance..].iter().position(|mark| *mark != 0) else {
                return Ok(());
            };
            distance += ahead;
            if distance > usize::from(Exact::LONGEST) {
                let layer = pair.rows_to_move();
                return Err(BuildError::TooLong(TooLong { layer }));
            }
            relay.distance = distance as u32;
            self.device.relay(relay)?;
            distance += 1;
        }
    }

    /// Makes the list of steps that a pair needs, if no pair before it did.
    fn prepare_steps(&mut self, index: &Index, pair: Pair) -> Result<(), CardFault> {
        let flying = pair.rows_to_move().flying(&index.laws);
        let key = (pair.rows, flying);
        if !self.steps.contains_key(&key) {
            let steps = StepsBack::new(&self.device, index, pair.rows, flying)?;
            self.steps.insert(key, steps);
        }
        Ok(())
    }
}
