/** The digits of a text, full-width ones made half-width; everything else is dropped. */
export function toHalfWidthDigits(text: string): string {
  return text
    .replaceAll(/[０-９]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/\D/g, '')
}
