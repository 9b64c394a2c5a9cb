/**
 * A number as it was typed into a form, in either width and with or without its commas, times `factor`. Null for an empty
 * field. Undefined where it is no number at all, as 「10万」 or 「1.5倍」: that is said at the field, and never taken for empty.
 */
export function typedNumber(typed: string, factor = 1): number | null | undefined {
  const plain = typed.normalize('NFKC').replaceAll(',', '').trim()
  if (plain === '') return null
  const form = factor === 1 ? /^\d+$/ : /^\d+(?:\.\d+)?$/
  const value = Math.round(Number(plain) * factor)
  return form.test(plain) && Number.isSafeInteger(value) ? value : undefined
}
