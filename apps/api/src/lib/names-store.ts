import type { Tx } from '../db/sql.ts'

/**
 * Holds what these names stand for until the commit. It has a name under each key that is given, and two processes that
 * make names with different keys have at least one of them in common; all take them in one order.
 */
export async function holdNames(tx: Tx, what: string, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted())
    await tx.run(
      `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))`,
      [what, name],
      'hold-names',
    )
}
