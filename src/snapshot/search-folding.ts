const FOLDS = /\p{Changes_When_Casefolded}/u;

/** Full case folding of one character: upper, then lower, gives it for all but the letters named here. */
function foldCharacter(character: string): string {
  if (!FOLDS.test(character)) return character;
  if (/\p{Script=Cherokee}/u.test(character)) return character.toUpperCase();
  // Twice, for ẞ → ß → ss; a lone Σ lowers to σ, so no final sigma is left.
  return character.toUpperCase().toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** NFKC, then full case folding (contract §2, `query`). Accents count. */
export function foldForSearch(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const normal = text.normalize("NFKC");
  return normal.replace(/[^\x00-\x7f]/gu, foldCharacter).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
