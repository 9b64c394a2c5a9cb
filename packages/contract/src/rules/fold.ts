import { visible } from '../inputs/visible.ts'

/**
 * Folds what people type so that it meets what the catalogue keeps: half width, lower case, katakana for hiragana, and
 * single blanks, which scanners and keyboards set differently.
 */
export function foldForSearch(text: string): string {
  return visible(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/\s+/g, ' ')
    .trim()
}
