/** What a 領収書 is filled in with. Apart from the schemas, because the form needs the words alone. */
export const addresseeMax = 40
export const provisoMax = 40
export const defaultProviso = 'お品代として'
/** Of articles that were taken before and are paid for now. */
export const deferredProviso = 'お品代（後払い分）として'

/** Letters, digits and signs of any script. No pictures, no breaks, and nothing that turns the direction of a line. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u
const picture = /\p{Emoji_Presentation}|\u{fe0f}|\u{20e3}/u

export function isPrintable(text: string): boolean {
  return printable.test(text) && !picture.test(text)
}
