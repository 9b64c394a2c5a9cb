import { amountAfterKey, type KeypadKey } from '@shirogane/ui/inputs/keypad-keys'

/** A weight as it is typed: in hundredths of a gram, and how many of its decimals, or null while no point was typed. */
export type TypedWeight = { hundredths: number; decimals: number | null }

const placesMax = 2

/**
 * The weight after a key. Without a point the keys are hundredths, as scales of a shop show them: 421 is 4.21g. After one they
 * are grams: 4.2 is 4.20g. Null where the weight has no place for a figure: past the limit, in hundredths, or finer than those.
 */
export function weightAfterKey(weight: TypedWeight, key: KeypadKey | '.', limit: number): TypedWeight | null {
  const { hundredths, decimals } = weight
  if (key === 'clear') return { hundredths: 0, decimals: null }
  if (decimals === null) {
    if (key === '.') return hundredths * 100 <= limit ? { hundredths: hundredths * 100, decimals: 0 } : null
    const next = amountAfterKey(hundredths, key, limit)
    const isFull = key !== 'erase' && next === hundredths && hundredths > 0
    return isFull ? null : { hundredths: next, decimals }
  }
  if (key === '.') return null
  if (key === 'erase') {
    if (decimals === 0) return { hundredths: hundredths / 100, decimals: null }
    const unit = 10 ** (placesMax - decimals + 1)
    return { hundredths: Math.trunc(hundredths / unit) * unit, decimals: decimals - 1 }
  }
  if (decimals + key.length > placesMax) return null
  const next = hundredths + Number(key) * 10 ** (placesMax - decimals - key.length)
  return next <= limit ? { hundredths: next, decimals: decimals + key.length } : null
}
