/**
 * The one list of unseen characters, for every text that people write: controls, spaces of no width, marks that join or
 * part (soft hyphen, word joiner, interlinear notes, tags), letters that only fill a place, and the marks that turn the
 * direction of reading, behind which a note or the name of an article would read as something else.
 */
const invisible = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800]`

/** What belongs to the sign before it stays there: a picture made of several, and another form of a kanji or of a sign. */
const belonging = [
  String.raw`(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]{0,2})\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{Ideographic})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
]

const found = new RegExp(`(\\n|${belonging.join('|')})|${invisible}`, 'gu')

/** A text without unseen characters. Line breaks are kept, in one spelling. */
export function visible(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(found, (_one, kept?: string) => kept ?? '')
}
