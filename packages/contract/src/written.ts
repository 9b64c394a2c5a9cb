import { z } from 'zod'

/**
 * A text without what nobody sees: controls, spaces of no width, and the marks that turn the direction of reading, behind
 * which a note or the name of goods would read as something else. Line breaks are kept, and so is the joiner that makes
 * one picture of several.
 */
export function visible(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (one) => (one === '\n' || one === '\u200d' ? one : ''))
}

/** Words that somebody typed for others to read, without what a keyboard leaves at either end: what is left is counted. */
export const written = z.string().overwrite((text) => visible(text).replace(/^[\s\u200d]+|[\s\u200d]+$/g, ''))
