import fc from 'fast-check'

/** A share of a whole, in thousandths. */
export const share = fc.nat(1_000)
export const shareOf = (whole: number, thousandths: number): number =>
  Math.floor((whole * thousandths) / 1_000)
