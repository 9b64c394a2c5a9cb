import { limits } from '@shirogane/contract/rules/limits'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/sql.ts'
import { idOfKey, type Keys } from '../auth/index.ts'
import { countHashes, countOpen, countEncrypted, listKeys } from './store.ts'

/** A process says every ten seconds that it works with a key that is not the newest. */
export const saidEveryMs = 15_000

export type KeyStatus = {
  id: string
  is_newest: boolean
  is_given: boolean
  /** What it encrypted, by table. */
  encrypted: Record<string, number>
  /** Passwords and PINs with its pepper: they are hashed anew when they are typed, and do not need the key by then. */
  passwords: number
  /** Codes, ways back and hand-offs that were made with it and are still good. */
  codes: number
  /** Sessions whose secret came from it: they get another at their next refresh. */
  sessions: number
  /** When the last ticket that was made with it ends. */
  tickets_until: Date
  /** Whether nothing is lost without it. */
  may_go: boolean
}

/** What still needs each key that this installation has worked with, the newest first. */
export async function keyStatus(
  db: Db,
  keys: Pick<Keys, 'ids' | 'first'>,
  config: Pick<Config, 'sessionSecrets'>,
  at: Date,
): Promise<KeyStatus[]> {
  const [rows, encrypted, hashed] = [
    await listKeys(db),
    await countEncrypted(db, keys.first),
    await countHashes(db, keys.first),
  ]
  const ofSessions = [config.sessionSecrets.current, ...config.sessionSecrets.others].map(idOfKey)
  const status: KeyStatus[] = []
  for (const [index, { id, used_at, encrypted_pepper }] of rows.entries()) {
    const until = new Date(used_at.getTime() + saidEveryMs)
    const open = await countOpen(db, { until, at })
    const own = encrypted.filter(({ key }) => key === id)
    const passwords = hashed.filter(({ key }) => key === id).reduce((sum, { count }) => sum + count, 0)
    const sessions = ofSessions.includes(id) ? open.sessions : 0
    const tickets_until = new Date(until.getTime() + limits.ticketTtlSeconds * 1000)
    status.push({
      id,
      is_newest: index === 0,
      is_given: keys.ids.includes(id),
      encrypted: Object.fromEntries(own.map(({ place, count }) => [place, count])),
      passwords,
      codes: open.codes,
      sessions,
      tickets_until,
      may_go:
        index > 0 &&
        own.length === 0 &&
        open.codes === 0 &&
        sessions === 0 &&
        tickets_until <= at &&
        (passwords === 0 || encrypted_pepper !== null),
    })
  }
  return status
}
