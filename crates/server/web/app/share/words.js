import { both } from "../typography.js";

/** The texts of passing on, apart from the others since a first game does not need them. */
export const words = {
  share: both("Share", "Partager"),
  close: both("Close", "Fermer"),
  scan: both("A code to scan with a phone", "Un code à scanner avec un téléphone"),
  scanLarge: both("Show the code large", "Afficher le code en grand"),
  gameLink: both("Link to this game", "Lien vers cette partie"),
  positionLink: both("Link that holds everything", "Lien qui contient tout"),
  linkTooLong: both("This line is too long for a link. Save the moves instead.", "Cette suite est trop longue pour un lien. Enregistrez plutôt les coups."),
  picture: both("Picture", "Image"),
  svg: both("SVG", "SVG"),
  png: both("PNG", "PNG"),
  animation: both("Animation", "Animation"),
  paper: both("Paper", "Papier"),
  print: both("Print (PDF)", "Imprimer (PDF)"),
  moves: both("Moves", "Coups"),
  saveRecord: both("Save the record", "Enregistrer la notation"),
};
