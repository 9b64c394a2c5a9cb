import { formatAmount } from '@shirogane/ui/data/format-amount'

/** Amounts as customers read them: `12,480円`, `3,215pt`, `−8,800円`, `+88pt`. */
export const yenText = (value: number): string => formatAmount(value, '円')
export const pointsText = (value: number): string => formatAmount(value, 'pt')
export const signedPointsText = (value: number): string => formatAmount(value, 'pt', 'always')

/** The sixteen digits under the bar code, in fours, as they are read out to staff. */
export function inFours(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}
