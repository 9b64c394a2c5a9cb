/** Marks that take no room, which come along when a number is copied out of a mail, a chat or a spreadsheet. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Digits alone, or in groups of three behind commas or blanks, with or without the sign or the word for yen. */
const whole = /^¥? ?(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+) ?円?$/
const withPlaces = /^¥? ?((?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.\d*)?|\.\d+) ?円?$/

/** What may still become a number while the reader types on: `1,`, `12,3`, `¥`. */
const unfinished = /^¥? ?(?:\d{1,3}(?:,\d{3})*(?:,\d{0,2})?)?$/

/** In half width, without marks and outer blanks. The full stop of a Japanese keyboard is a point. */
const plainOf = (typed: string): string =>
  typed
    .replaceAll(invisible, '')
    .normalize('NFKC')
    .replaceAll(/[。｡]/g, '.')
    .replaceAll('\\', '¥')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The one number that a text is, from 0 and exact, times `factor` (whole numbers alone where that is 1). Null for an empty
 * text. Undefined for a text that is not one number, as `3-4`, `-500`, `1.5` of something whole or `12,34`: it is
 * never taken for the number that its digits would make.
 */
export function readNumber(typed: string, factor = 1): number | null | undefined {
  const plain = plainOf(typed)
  if (plain === '') return null
  const digits = (factor === 1 ? whole : withPlaces).exec(plain)?.[1]
  if (digits === undefined) return undefined
  const value = Math.round(Number(digits.replaceAll(/[, ]/g, '')) * factor)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Whether a text that is no number yet may become one by typing on. */
export const isUnfinished = (typed: string): boolean => unfinished.test(plainOf(typed))
