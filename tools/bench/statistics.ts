export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which this share of the values lies; NaN where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil((share / 100) * sorted.length) - 1))
  return sorted[index] ?? NaN
}

/** The smallest and the largest, to show how far the rounds lie apart. */
export function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
