import type { yen } from './text.ts'

export type AmountUnit = typeof yen | 'pt' | '¥' | '%'
export type AmountSign = 'auto' | 'always'

/** Where commas stand. By an expression and not by `Intl`, whose first use holds an old phone's first screen up. */
const commas = /\B(?=(?:\d{3})+$)/g

const minus = '\u2212'

/** What stands left of the digits: the sign is part of every negative amount, and a plus is shown where direction matters. */
export function signOf(value: number, sign: AmountSign = 'auto'): string {
  if (value < 0) return minus
  return sign === 'always' && value > 0 ? '+' : ''
}

/** The grouped digits without a sign. A fraction or a number too large to be exact is refused: no amount is better than a wrong one. */
export function digitsOf(value: number): string {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`An amount is a whole number of yen or points, not ${String(value)}`)
  return String(Math.abs(value)).replace(commas, ',')
}

/** "12,480" with its unit behind it, "+120pt", "−¥438"; with no unit the bare figure. */
export function formatAmount(value: number, unit: AmountUnit | '', sign: AmountSign = 'auto'): string {
  const digits = digitsOf(value)
  return unit === '¥' ? `${signOf(value, sign)}¥${digits}` : `${signOf(value, sign)}${digits}${unit}`
}
