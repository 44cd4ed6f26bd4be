use std::io::ErrorKind;

use game::Notation;
use moulin::{Moulin, Rules};
use tables::{BuildError, CardFault, Fault, FileFault, Wrong};

use crate::text::Text;

/// That a table which is needed is damaged.
#[must_use]
pub fn table_damaged(file: &str) -> Text {
    Text::new(
        format!("table damaged: {file}"),
        format!("table abîmée : {file}"),
    )
}

/// What is wrong with a table file.
#[must_use]
pub fn table_fault(FileFault { path, fault }: &FileFault) -> Text {
    let file = path.display().to_string();
    Text::new(format!("{file}:"), format!("{file} :")).then(&fault_text(fault))
}

fn fault_text(fault: &Fault) -> Text {
    match fault {
        Fault::Io(error) if error.kind() == ErrorKind::NotFound => {
            Text::new("there is no such table", "cette table n'existe pas")
        }
        Fault::Io(error) if error.kind() == ErrorKind::StorageFull => Text::new(
            "the disk is full; what was finished stays, run it again when there is room",
            "le disque est plein ; ce qui était fini reste, relancez quand il y aura de la place",
        ),
        Fault::Io(error) => Text::new(error.to_string(), error.to_string()),
        Fault::NotATable => Text::new("not a table file", "ce n'est pas un fichier de table"),
        Fault::Version { found } => Text::new(
            format!("a table in format {found}, which this program does not know"),
            format!("une table de forme {found}, que ce programme ne connaît pas"),
        ),
        Fault::OtherRules => Text::new("a table of other rules", "une table pour d'autres règles"),
        Fault::OtherLayer => Text::new(
            "a table of a different layer than its name says",
            "une table d'une autre couche que ne le dit son nom",
        ),
        Fault::OtherBlocks => Text::new(
            "made by another version of this program; remove it and make it again",
            "faite par une autre version de ce programme ; supprimez-la et refaites-la",
        ),
        Fault::Header => Text::new("the header is damaged", "l'en-tête est abîmé"),
        Fault::Index => Text::new(
            "the list of blocks is damaged",
            "la liste des blocs est abîmée",
        ),
        Fault::Length { expected, found } => Text::new(
            format!("{found} bytes long instead of {expected}"),
            format!("long de {found} octets au lieu de {expected}"),
        ),
        Fault::Block { number } => Text::new(
            format!("block {number} is damaged"),
            format!("le bloc {number} est abîmé"),
        ),
        Fault::Checksum => Text::new(
            "the checksum does not match the content",
            "la somme de contrôle ne correspond pas au contenu",
        ),
    }
}

/// Why tables are not made to the end.
#[must_use]
pub fn build_refusal(error: &BuildError, rules: &Rules) -> Text {
    match error {
        BuildError::File(fault) => table_fault(fault),
        BuildError::Busy { folder } => {
            let folder = folder.display();
            Text::new(
                format!("{folder}: another process is making these tables"),
                format!("{folder} : quelqu'un d'autre est en train de faire ces tables"),
            )
        }
        BuildError::Memory { layer, needed } => {
            let layer = layer.text(rules);
            let needed = gibibytes(*needed);
            needed
                .map(|size| format!("{layer}: {size}"))
                .then(&Text::new(
                    "of memory is needed, more than --memory allows",
                    "de mémoire sont nécessaires, plus que ne le permet --memory",
                ))
        }
        BuildError::TooLong(long) => {
            let layer = long.layer.text(rules);
            Text::new(
                format!("{layer}: a win takes more turns than tables can hold"),
                format!("{layer} : un gain prend plus de coups que les tables n'en peuvent dire"),
            )
        }
        BuildError::Card(fault) => card_fault(fault),
    }
}

/// Why a graphics card does not do what is asked of it.
#[must_use]
pub fn card_fault(fault: &CardFault) -> Text {
    match fault {
        CardFault::NotBuilt => Text::new(
            "this program was built without --features cuda",
            "ce programme a été compilé sans --features cuda",
        ),
        CardFault::NoDriver => Text::new(
            "no CUDA driver is installed (libcuda)",
            "aucun pilote CUDA n'est installé (libcuda)",
        ),
        CardFault::NoCompiler => Text::new(
            "the library that compiles for the card is not installed (libnvrtc, of the CUDA toolkit)",
            "la bibliothèque qui compile pour la carte n'est pas installée (libnvrtc, dans CUDA)",
        ),
        CardFault::NoCard { reason } => Text::new(
            format!("no graphics card that CUDA can use: {reason}"),
            format!("aucune carte graphique utilisable par CUDA : {reason}"),
        ),
        CardFault::Compile { log } => Text::new(
            format!("the kernels do not compile for this card: {log}"),
            format!("les noyaux ne se compilent pas pour cette carte : {log}"),
        ),
        CardFault::Driver { reason } => Text::new(
            format!("the graphics card failed: {reason}"),
            format!("la carte graphique abandonne : {reason}"),
        ),
    }
}

/// What is wrong with tables.
#[must_use]
pub fn table_wrong(moulin: &Moulin, wrong: &Wrong) -> Text {
    match wrong {
        Wrong::File(fault) => table_fault(fault),
        Wrong::Contradiction {
            position,
            stored,
            found,
        } => {
            let position = moulin.position_text(position);
            Text::new(
                format!("{position}: the table says {stored}, its successors say {found}"),
                format!("{position} : la table dit {stored}, ses successeurs disent {found}"),
            )
        }
        Wrong::Wdl {
            position,
            stored,
            found,
        } => {
            let position = moulin.position_text(position);
            Text::new(
                format!("{position}: the compact table says {stored} instead of {found}"),
                format!("{position} : la table compacte dit {stored} au lieu de {found}"),
            )
        }
    }
}

/// A number of bytes, for people.
#[must_use]
pub fn gibibytes(bytes: u64) -> Text {
    let tenths = (bytes * 10).div_ceil(1 << 30);
    let (whole, tenth) = (tenths / 10, tenths % 10);
    Text::new(
        format!("{whole}.{tenth} GiB"),
        format!("{whole},{tenth} Gio"),
    )
}
