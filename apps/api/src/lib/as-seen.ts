import { isDeepStrictEqual } from 'node:util'

type Terms = Readonly<Record<string, unknown>>

/**
 * May this change go on a record that says `now`? It may where everything that its maker saw (`before`) still stands,
 * and where the record already says what they want, as after an answer that got lost. A caller who named nothing saw
 * nothing.
 */
export function isAsSeen(
  { before = {}, ...wanted }: Terms & { before?: Terms | undefined },
  now: Terms,
): boolean {
  const holds = (terms: Terms) =>
    Object.entries(terms).every(([name, value]) => value === undefined || isDeepStrictEqual(value, now[name]))
  return holds(before) || holds(wanted)
}
