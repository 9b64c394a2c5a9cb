/**
 * Splits a whole amount in proportion to whole weights, by largest remainder, ties to the earlier place. No part is
 * larger than its weight when the amount is not larger than their sum.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (amount === 0 || sum === 0) return weights.map(() => 0)
  if (weights.length === 1) return [amount]
  // Amount times weight can pass what a double holds exactly, so the division is done in whole big numbers.
  const exact = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight)
    return { whole: Number(product / BigInt(sum)), rest: product % BigInt(sum) }
  })
  const parts = exact.map(({ whole }) => whole)
  let left = amount - parts.reduce((all, part) => all + part, 0)
  const byRest = exact
    .map(({ rest }, index) => ({ rest, index }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRest) {
    if (left === 0) break
    parts[index]! += 1
    left -= 1
  }
  return parts
}
