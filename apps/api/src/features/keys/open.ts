import type { Config } from '../../config.ts'
import type { Db } from '../../db/sql.ts'
import { deriveKeys, idOfKey, type Keys } from '../auth/index.ts'
import { UnknownKey } from '../../lib/unknown-key.ts'
import { pepperPurpose } from './places.ts'
import { findFirstEncrypted, isNamed, listKeys, recordFirstKey } from './store.ts'

export type Opened = {
  keys: Keys
  /** Why something that was written cannot be read with these keys: in a sentence, or null. */
  trouble: string | null
}

type Secrets = Pick<Config, 'secretKey' | 'previousSecretKeys'>

/** The keys of this installation: those that are given, and what its database says of those before them. */
export async function openKeys(db: Db, { secretKey, previousSecretKeys }: Secrets): Promise<Opened> {
  const given = [secretKey, ...previousSecretKeys]
  let rows = await listKeys(db)
  if (!rows.some(({ is_first }) => is_first)) {
    const first = await findFirst(db, given)
    if (first === null) {
      const trouble =
        'This database was written with another secret key than those given: SECRET_KEY is the one of before, until it is changed as docs/operating.md says.'
      return { keys: deriveKeys(secretKey, previousSecretKeys), trouble }
    }
    await recordFirstKey(db, first)
    rows = await listKeys(db)
  }
  const first = rows.find(({ is_first }) => is_first)!.id
  const reading = deriveKeys(secretKey, previousSecretKeys, { first, peppers: new Map() })
  const peppers = new Map<string, Buffer>()
  for (const { id, encrypted_pepper } of rows)
    if (encrypted_pepper !== null) {
      try {
        peppers.set(id, Buffer.from(reading.decrypt(pepperPurpose(id), encrypted_pepper), 'base64'))
      } catch (error) {
        // The key that it was encrypted with is among the missing ones.
        if (!(error instanceof UnknownKey)) throw error
      }
    }
  const missing: string[] = []
  for (const { id } of rows) {
    if (reading.ids.includes(id)) continue
    if (await isNamed(db, { id, first, hasPepper: peppers.has(id) })) missing.push(id)
  }
  const trouble = missing.length === 0 ? null : missingSentence(missing)
  return { keys: deriveKeys(secretKey, previousSecretKeys, { first, peppers }), trouble }
}

/** The key of the values that carry no id; null where none of those given opens them. */
async function findFirst(db: Db, given: readonly Uint8Array[]): Promise<string | null> {
  const sample = await findFirstEncrypted(db)
  if (sample === null) return idOfKey(given[0]!)
  const found = given.find((secret) => {
    try {
      deriveKeys(secret).decrypt(sample.place.purpose(sample.row), sample.row.encrypted)
      return true
    } catch {
      return false
    }
  })
  return found ? idOfKey(found) : null
}

function missingSentence(missing: readonly string[]): string {
  return `Rows of this database name the secret key ${missing.join(' and ')}, which is not given: put it into SECRET_KEY_PREVIOUS, until "npm run keys" says that it may go.`
}
