import { formatAmount } from '@shirogane/ui/data/format-amount'
import { yen } from '@shirogane/ui/data/text'

/** Amounts as customers read them: the unit behind the figure, and a sign where direction matters. */
export const yenText = (value: number): string => formatAmount(value, yen)
export const pointsText = (value: number): string => formatAmount(value, 'pt')
export const signedPointsText = (value: number): string => formatAmount(value, 'pt', 'always')

/** The sixteen digits under the bar code, in fours, as they are read out to staff. */
export function inFours(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}
