use std::io::{self, Write};

use game::Side;
use moulin::Flights;

use super::sample::Lesson;
use tables::Layer;

/// It is no file of lessons, or a damaged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonsError;

/// How hard to press.
const EFFORT: i32 = 12;

/// Writes lessons: a line with the setup, then compressed for each lesson hands, stones and flights
/// of its layer, the number of positions, how far each slot is from the last one, and the values.
pub fn write(mut to: impl Write, setup: &str, lessons: &[Lesson]) -> io::Result<()> {
    writeln!(to, "{setup}")?;
    let mut to = zstd::Encoder::new(to, EFFORT)?;
    to.include_checksum(true)?;
    for lesson in lessons {
        let Layer {
            hands,
            mover,
            other,
            flights,
        } = lesson.layer;
        let rights = Side::BOTH.map(|side| u8::from(flights.has(side)));
        to.write_all(&[hands[0], hands[1], mover, other, rights[0], rights[1]])?;
        to.write_all(&(lesson.slots.len() as u32).to_le_bytes())?;
        let mut last = 0;
        for slot in &lesson.slots {
            write_number(&mut to, slot - last)?;
            last = *slot;
        }
        to.write_all(&lesson.values)?;
    }
    to.finish()?.flush()
}

/// Reads what [`write()`] wrote: the setup and the lessons.
pub fn read(file: &[u8]) -> Result<(String, Vec<Lesson>), LessonsError> {
    let line = file.iter().position(|byte| *byte == b'\n');
    let (setup, packed) = file.split_at(line.ok_or(LessonsError)?);
    let setup = String::from_utf8(setup.to_vec()).map_err(|_| LessonsError)?;
    let text = zstd::decode_all(&packed[1..]).map_err(|_| LessonsError)?;
    let mut rest = text.as_slice();
    let mut lessons = Vec::new();
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
            slot = slot.checked_add(step).ok_or(LessonsError)?;
            slots.push(slot);
        }
        let values = rest.split_off(..count).ok_or(LessonsError)?;
        lessons.push(Lesson {
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
    Ok((setup, lessons))
}

/// The next bytes.
fn take<'a, const SIZE: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; SIZE], LessonsError> {
    let (taken, left) = rest.split_first_chunk().ok_or(LessonsError)?;
    *rest = left;
    Ok(taken)
}

/// Seven bits a byte, the lowest first; the eighth says that there is more.
fn write_number(to: &mut impl Write, mut number: u32) -> io::Result<()> {
    while number >= 0x80 {
        to.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    to.write_all(&[number as u8])
}

fn read_number(from: &mut &[u8]) -> Result<u32, LessonsError> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let [part] = *take(from)?;
        number |= u32::from(part & 0x7f) << shift;
        if part < 0x80 {
            return Ok(number);
        }
    }
    Err(LessonsError)
}
