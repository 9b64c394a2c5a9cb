/** Of `amount` after `before`, what falls on a part that begins at `from` and is `length` long. */
export function overlap(before: number, amount: number, from: number, length: number): number {
  const upTo = (end: number): number => Math.min(Math.max(end - from, 0), length)
  return upTo(before + amount) - upTo(before)
}
