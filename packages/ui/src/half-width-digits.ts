/** The digits of a text, full-width ones made half-width; everything else is dropped. */
export function toHalfWidthDigits(text: string): string {
  return text
    .replaceAll(/[０-９]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/\D/g, '')
}

/**
 * A whole number from 0 as people type it, `１２,３００円` too; of a longer text its first digits, and nothing behind a point:
 * `15.5` is never 155. Nothing typed is 0.
 */
export function wholeFrom(typed: string, digitsMax = 15): number {
  const [whole = ''] = typed.split(/[.．。｡]/)
  return Number(toHalfWidthDigits(whole).slice(0, digitsMax))
}
