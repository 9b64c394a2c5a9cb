import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import type { ObjectStore } from '../../gateways/objects.ts'
import { findBlockHash, findSealsAtEnds, chainBlock } from './chain-store.ts'

export type BlockNote = { block: number; hash: string }

/**
 * Chains what was posted, and notes outside the database how far. Books that were taken back behind what was noted, while
 * this process went on, leave the note as it is: the next start says what has to be done.
 */
export async function chainBooks(ctx: Pick<Context, 'db' | 'notes' | 'log'>): Promise<void> {
  if ((await chainBlock(ctx.db)) === null) return
  const lost = await findLostBlock(ctx.db, ctx.notes)
  if (lost === null) return noteLastBlock(ctx.db, ctx.notes)
  ctx.log.error(
    { event: 'books_taken_back', count: lost.block },
    'the database was restored under a running server',
  )
}

/** What was chained once and is not in these books, or is another block there; null where nothing is missing. */
export async function findLostBlock(db: Db, notes: ObjectStore): Promise<BlockNote | null> {
  const ends = await findSealsAtEnds(db)
  const bytes = ends && (await notes.get(nameOf(ends.first)))
  if (!bytes) return null
  const note = readNote(bytes)
  return note === null || (await findBlockHash(db, note.block)) === note.hash ? null : note
}

/** A note that a disk has spoilt counts as none, and is written anew with the next block: it keeps no whole books closed. */
function readNote(bytes: Buffer): BlockNote | null {
  try {
    return JSON.parse(bytes.toString()) as BlockNote
  } catch {
    return null
  }
}

/** From here on these books are the ones that count. */
export async function noteLastBlock(db: Db, notes: ObjectStore): Promise<void> {
  const ends = await findSealsAtEnds(db)
  if (ends === null) return
  const note: BlockNote = { block: ends.block, hash: ends.last }
  await notes.put(nameOf(ends.first), Buffer.from(JSON.stringify(note)))
}

/** Books are known by their first block, which no restore changes and no other books have. */
function nameOf(firstHash: string): string {
  return `seals/${firstHash.slice(0, 32)}`
}
