import type { Context } from '../../context.ts'
import { type Db, dbOf } from '../../db/sql.ts'
import { pepperPurpose, type Place, type PlaceRow, places } from './places.ts'
import { type Anew, type KeyRow, listKeys, listOlder, recordPepper, recordUse, writeAnew } from './store.ts'

const batch = 200
const roundMs = 5_000
/** How long after the last word of a process with another key its rows may still be coming in. */
const quietMs = 60_000

type Working = Pick<Context, 'pool' | 'db' | 'keys' | 'log'>

/**
 * Writes anew what other keys have encrypted and named, a few hundred rows at a time and no longer than some seconds at once. Only
 * the process that started with the newest key does, and of several of those one; a round that is torn is taken up by the
 * next one, because every row says itself whether it is done.
 */
export function rekeying(ctx: Working): () => Promise<number> {
  let at = begin()
  /** When the last look at all places began that found nothing left. */
  let doneAt = -Infinity

  return async () => {
    await recordUse(ctx.db, ctx.keys.id)
    const rows = await listKeys(ctx.db)
    const others = rows.filter(({ id }) => id !== ctx.keys.id)
    if (rows[0]?.id !== ctx.keys.id || others.length === 0) return 0
    const startedAt = performance.now()
    const lastUse = startedAt - Math.min(...others.map(({ used_ms_ago }) => used_ms_ago))
    // What is done stays done once the others are silent, and is looked at now and then until they are.
    if (doneAt > lastUse + quietMs || doneAt > startedAt - quietMs) return 0
    let written = 0
    await alone(ctx, async (db) => {
      await keepPeppers(ctx, db, others)
      while (performance.now() - startedAt < roundMs) {
        const place = places[at.place]
        if (!place) {
          if (at.found === 0) doneAt = at.since
          at = begin()
          return
        }
        const { first, id: current } = ctx.keys
        const older = await listOlder(db, place, { first, current, after: at.after, count: batch })
        written += await rewrite(ctx, db, place, older)
        at =
          older.length < batch
            ? { ...at, place: at.place + 1, after: null, found: at.found + older.length }
            : { ...at, after: older.at(-1)!.id, found: at.found + older.length }
      }
    })
    if (written > 0) ctx.log.info({ event: 'written_with_new_key', count: written })
    return written
  }
}

const begin = (): { place: number; after: string | null; found: number; since: number } => ({
  place: 0,
  after: null,
  found: 0,
  since: performance.now(),
})

/** On one connection, whose end gives the place free however it ends. */
async function alone({ pool }: Working, work: (db: Db) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const db = dbOf(client)
  let broken: Error | undefined
  // A connection that ends while it is ours emits an error event, which without a listener ends the process.
  const onEnd = (error: Error): void => {
    broken = error
  }
  client.on('error', onEnd)
  try {
    const taken = await db.first<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('secret keys', 0)) as taken`,
    )
    if (!taken?.taken) return
    try {
      await work(db)
    } finally {
      await db.rows(`select pg_advisory_unlock(hashtextextended('secret keys', 0))`)
    }
  } catch (error) {
    broken ??= error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.off('error', onEnd)
    client.release(broken)
  }
}

/** Passwords are hashed anew when they are typed: until then they need the pepper of then, and not the key. */
async function keepPeppers({ keys }: Working, db: Db, others: readonly KeyRow[]): Promise<void> {
  for (const { id, encrypted_pepper } of others) {
    const pepper = keys.ids.includes(id) && encrypted_pepper === null ? keys.pepper.find(id) : null
    if (pepper === null) continue
    const encrypted = keys.encrypt(pepperPurpose(id), pepper.toString('base64'))
    await recordPepper(db, { id, encrypted, before: null })
  }
}

async function rewrite(ctx: Working, db: Db, place: Place, rows: readonly PlaceRow[]): Promise<number> {
  const anew = rows.flatMap((row) => writtenAnew(ctx, place, row) ?? [])
  if (anew.length === 0) return 0
  try {
    return await writeAnew(db, place, anew)
  } catch (error) {
    if (anew.length === 1) {
      ctx.log.error({
        err: error,
        event: 'not_written_with_new_key',
        scope: place.table,
        reason: anew[0]!.id,
      })
      return 0
    }
  }
  // One of them stands in the way of the others.
  let written = 0
  for (const one of anew) written += await rewriteOne(ctx, db, place, one)
  return written
}

async function rewriteOne({ log }: Working, db: Db, place: Place, one: Anew): Promise<number> {
  try {
    return await writeAnew(db, place, [one])
  } catch (error) {
    log.error({ err: error, event: 'not_written_with_new_key', scope: place.table, reason: one.id })
    return 0
  }
}

/** Null for what cannot be opened: it stays as it is, and the count of what is left tells of it. */
function writtenAnew({ keys, log }: Working, place: Place, row: PlaceRow): Anew | null {
  const purpose = place.purpose(row)
  try {
    const text = keys.decrypt(purpose, row.encrypted)
    const names = place.names?.(keys, text, row) ?? []
    return { id: row.id, before: row.encrypted, encrypted: keys.encrypt(purpose, text), names }
  } catch (error) {
    log.error({ err: error, event: 'cannot_be_opened', scope: place.table, reason: row.id })
    return null
  }
}
