/**
 * `a × b ÷ c`, cut off, for whole numbers that are not below zero. The product of two amounts of nine digits passes
 * what a double holds exactly, so it is made of big numbers where it has to be.
 */
export function timesOver(a: number, b: number, c: number): number {
  const product = a * b
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / c)
  return Number((BigInt(a) * BigInt(b)) / BigInt(c))
}
