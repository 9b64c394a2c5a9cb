/** What a formal receipt is filled in with. Apart from the schemas, because the form needs it alone. */
export const addresseeMax = 40
export const provisoMax = 40

/** Letters, digits and signs of any script. No pictures, no breaks, and nothing that turns the direction of a line. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u
const picture = /\p{Emoji_Presentation}|\u{fe0f}|\u{20e3}/u

export function isPrintable(text: string): boolean {
  return printable.test(text) && !picture.test(text)
}
