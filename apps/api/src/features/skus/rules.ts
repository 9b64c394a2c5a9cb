/**
 * Folds what people type so that it meets what the catalogue keeps: half width, lower case, katakana for hiragana,
 * and no hyphens or blanks, which scanners and keyboards set differently.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words of a search; each must be found. Signs that LIKE would read as wildcards stand for themselves. */
export function patternsOf(query: string): string[] {
  return foldForSearch(query)
    .split(' ')
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
}
