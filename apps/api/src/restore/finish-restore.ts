import pg from 'pg'
import type { Config } from '../config.ts'
import { dbOf, openPool, transactor } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { leaveAgain, type LeftAgain } from '../features/auth/index.ts'
import { findLostBlock, noteLastBlock } from '../features/books/index.ts'
import { openKeys } from '../features/keys/index.ts'
import { openNotes } from '../gateways/notes.ts'

export type Restored = LeftAgain & {
  /** What the check of the books found, the restore itself included; null where this restore was settled before. */
  findings: number | null
}

/**
 * What has to be done before a database that was taken back to a moment is opened: payouts stand still, those who left
 * since then leave again, the planner counts anew, and these books become the ones that count. Each step is whole, and
 * all of it may be done again.
 */
export async function finishRestore(ownerUrl: string, config: Config): Promise<Restored> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  const pool = openPool({ url: ownerUrl, max: 1, name: 'shirogane restored', onError: () => undefined })
  const notes = openNotes(config)
  await owner.connect()
  try {
    const lost = await findLostBlock(dbOf(owner), notes)
    const [noted] = await dbOf(owner).rows<{ findings: number | null }>(
      'select ledger.note_restore($1, $2) as findings',
      [uuidv7(), lost?.hash ?? null],
    )
    const { keys } = await openKeys(dbOf(pool), config)
    const left = await leaveAgain({
      now: () => new Date(),
      transact: transactor(pool),
      notes,
      keys,
    })
    // How much of a table has changed is no part of a base: nothing would be counted anew by itself for long.
    await owner.query('analyze')
    await noteLastBlock(dbOf(owner), notes)
    return { findings: noted!.findings, ...left }
  } finally {
    await pool.end()
    await owner.end()
  }
}
