import { formatAmount } from '@shirogane/ui/data/format-amount'
import { text } from './text.ts'

/** A number of things: `1,204`. A fraction, which only the records of the log may hold, stands as it is. */
export function countText(value: number): string {
  return Number.isSafeInteger(value) ? formatAmount(value, '') : String(value)
}

/** Basis points as a rate: 150 is `1.5%`. */
export const percentText = (basisPoints: number): string => `${decimal(basisPoints, 2)}%`

/** Basis points as what something is multiplied by: 15,000 is one and a half times. */
export const timesText = (basisPoints: number): string => text.times(decimal(basisPoints, 4))

/** Milligrams as the shop's scales show them, in hundredths of a gram or finer: `4.20g`, `12.345g`. */
export const gramsText = (milligrams: number): string => `${decimal(milligrams, 3, 2)}g`

/** Tenths, hundredths, … with a point, nothing rounded: zeros at the end go, but `least` places stay. */
function decimal(units: number, places: number, least = 0): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`Whole units are needed, not ${String(units)}`)
  const parts = Math.abs(units) % 10 ** places
  const whole = (Math.abs(units) - parts) / 10 ** places
  const behind = String(parts).padStart(places, '0').replace(/0+$/, '').padEnd(least, '0')
  return (units < 0 ? '\u2212' : '') + formatAmount(whole, '') + (behind && `.${behind}`)
}
