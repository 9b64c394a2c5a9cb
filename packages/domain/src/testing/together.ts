/** Changes of facts at once; where two change the same, the first one counts. */
export function together<F extends object>(changes: readonly F[]): F {
  return changes.reduceRight((all, one) => ({ ...all, ...one }))
}
