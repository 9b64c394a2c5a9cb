import { z } from 'zod'

/** What makes one picture of several, or another form of the sign before it: of a 葛 in a name, or of a heart. */
const joins = /\u200d|\p{Variation_Selector}/u

/**
 * A text without what nobody sees: controls, spaces of no width, letters that only fill a place, and the marks that turn the
 * direction of reading, behind which a note or the name of goods would read as something else. Line breaks are kept, and so
 * is what belongs to the sign before it.
 */
export function visible(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, (one) =>
      one === '\n' || joins.test(one) ? one : '',
    )
}

/** Words that somebody typed for others to read, without what a keyboard leaves at either end: what is left is counted. */
export const written = z.string().overwrite((text) => withoutEnd(visible(text).replace(leading, '')))

const leading = /^(?:[\s\u200d]|\p{Variation_Selector})+/u
const trailing = /[\s\u200d]/

/** Sign by sign: an expression that looks for the end begins anew at every blank, and a text of blanks alone takes seconds. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && trailing.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
