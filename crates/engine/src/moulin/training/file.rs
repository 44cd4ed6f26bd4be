use std::io::{self, Write};

use game::Side;
use moulin::Flights;
use tables::Layer;

use super::sample::LayerSample;

/// Not a file of samples, or a damaged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplesError;

/// How hard to compress.
const EFFORT: i32 = 12;

/// Writes samples: a line with the setup; then, compressed, for each layer its hands, stones and
/// flights, the number of positions, the distance of each slot from the one before, and the values.
pub fn write(mut to: impl Write, setup: &str, samples: &[LayerSample]) -> io::Result<()> {
    writeln!(to, "{setup}")?;
    let mut to = zstd::Encoder::new(to, EFFORT)?;
    to.include_checksum(true)?;
    for sample in samples {
        let Layer {
            hands,
            mover,
            other,
            flights,
        } = sample.layer;
        let rights = Side::BOTH.map(|side| u8::from(flights.has(side)));
        to.write_all(&[hands[0], hands[1], mover, other, rights[0], rights[1]])?;
        to.write_all(&(sample.slots.len() as u32).to_le_bytes())?;
        let mut last = 0;
        for slot in &sample.slots {
            write_number(&mut to, slot - last)?;
            last = *slot;
        }
        to.write_all(&sample.values)?;
    }
    to.finish()?.flush()
}

/// Reads what [`write()`] wrote: the setup and the samples.
pub fn read(file: &[u8]) -> Result<(String, Vec<LayerSample>), SamplesError> {
    let line = file.iter().position(|byte| *byte == b'\n');
    let (setup, packed) = file.split_at(line.ok_or(SamplesError)?);
    let setup = String::from_utf8(setup.to_vec()).map_err(|_| SamplesError)?;
    let text = zstd::decode_all(&packed[1..]).map_err(|_| SamplesError)?;
    let mut rest = text.as_slice();
    let mut samples = Vec::new();
    while !rest.is_empty() {
        let head: &[u8; 10] = take(&mut rest)?;
        let [mine, theirs, mover, other, white, black, count @ ..] = *head;
        let rights = [(Side::White, white), (Side::Black, black)];
        let used = rights.into_iter().filter(|(_, right)| *right == 0);
        let flights = used.fold(Flights::BOTH, |flights, (side, _)| flights.without(side));
        let count = u32::from_le_bytes(count) as usize;
        let mut slots = Vec::new();
        let mut slot = 0_u32;
        for _ in 0..count {
            let step = read_number(&mut rest)?;
            slot = slot.checked_add(step).ok_or(SamplesError)?;
            slots.push(slot);
        }
        let values = rest.split_off(..count).ok_or(SamplesError)?;
        samples.push(LayerSample {
            layer: Layer {
                hands: [mine, theirs],
                mover,
                other,
                flights,
            },
            slots,
            values: values.to_vec(),
        });
    }
    Ok((setup, samples))
}

/// The next bytes.
fn take<'a, const SIZE: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; SIZE], SamplesError> {
    let (taken, left) = rest.split_first_chunk().ok_or(SamplesError)?;
    *rest = left;
    Ok(taken)
}

/// Seven bits per byte, the lowest first; the eighth says that there is more.
fn write_number(to: &mut impl Write, mut number: u32) -> io::Result<()> {
    while number >= 0x80 {
        to.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    to.write_all(&[number as u8])
}

fn read_number(from: &mut &[u8]) -> Result<u32, SamplesError> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let [part] = *take(from)?;
        number |= u32::from(part & 0x7f) << shift;
        if part < 0x80 {
            return Ok(number);
        }
    }
    Err(SamplesError)
}
