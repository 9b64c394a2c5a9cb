/** Takes an amount out of heaps, each as far as it goes before the next. Answers what comes out of each. */
export function takeInOrder<Name extends string>(
  amount: number,
  heaps: readonly Name[],
  heightOf: (heap: Name) => number,
): Record<Name, number> {
  let left = amount
  const taken = heaps.map((heap) => {
    const part = Math.min(left, heightOf(heap))
    left -= part
    return [heap, part]
  })
  return Object.fromEntries(taken) as Record<Name, number>
}
