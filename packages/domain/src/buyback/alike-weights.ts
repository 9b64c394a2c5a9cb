/** The same piece may weigh a hundredth more or less the next time, and a light one by so much. */
const leastToleranceMg = 50

/**
 * Between which weights of one piece what was bought before may be the same piece, in milligrams. A line of several pieces
 * is of so many like ones.
 */
export function alikeWeights({ net_weight_mg, quantity }: { net_weight_mg: number; quantity: number }): {
  least_mg: number
  most_mg: number
} {
  const each = Math.trunc(net_weight_mg / quantity)
  const tolerance = Math.max(leastToleranceMg, Math.trunc(each / 100))
  return { least_mg: each - tolerance, most_mg: each + tolerance }
}
