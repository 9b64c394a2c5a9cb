import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { dbOf, type Tx } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { deriveKeys, inviteStaff, noPassword } from '../features/auth/index.ts'
import { recordAct } from '../features/log/index.ts'
import { insertEmployee } from '../features/staff/changes-store.ts'
import { writeBrand } from './brand.ts'

export type FirstOwner = { name: string; email: string | null }
/** The way in of the first owner. The code is shown once: the database keeps only its hash. */
export type WayIn = { number: string; code: string; url: string; expires_at: string }
/** Null where the brand was open before; `isEntered` says whether anybody has come in by that way since. */
export type Opening = { wayIn: WayIn } | { wayIn: null; isEntered: boolean }

/**
 * Opens a brand for real money, once: its ranks, texts and settings, and one owner, who lets in everybody else. A database
 * in which anybody works or buys is left alone; of two who open it at once, one does.
 */
export function openBrand(url: string, config: Config, owner: FirstOwner): Promise<Opening> {
  return alone(url, async (client, tx) => {
    if (await isInUse(tx)) return { wayIn: null, isEntered: (await findAwaited(tx)) === null }
    const at = new Date()
    await writeBrand(client, `${tokyoDate(at)}T00:00:00+09:00`)
    const id = uuidv7(at)
    const number = await insertEmployee(tx, {
      id,
      name: owner.name,
      type: 'owner',
      store_id: null,
      password_hash: await noPassword(deriveKeys(config.secretKey).pepper),
      by: null,
      at,
    })
    // No one can send a code there yet, and what is found in the books must reach a person.
    if (owner.email !== null)
      await tx.run('update users set email = $2, email_verified = true where id = $1', [id, owner.email])
    await recordAct({ now: () => at }, tx, {
      actor: { user_id: id },
      requestId: 'brand:open',
      action: 'staff.created',
      object: `staff:${id}`,
      after: { number, name: owner.name, type: 'owner', store_id: null },
    })
    return { wayIn: await inviteOwner(config, tx, { user_id: id, number }) }
  })
}

/** A new code for the first owner, until they have come in; afterwards the staff whom they let in make one. */
export function inviteFirstOwner(url: string, config: Config): Promise<WayIn | null> {
  return alone(url, async (_client, tx) => {
    const awaited = await findAwaited(tx)
    return awaited && inviteOwner(config, tx, awaited)
  })
}

async function inviteOwner(
  config: Config,
  tx: Tx,
  { user_id, number }: { user_id: string; number: string },
): Promise<WayIn> {
  const invitation = await inviteStaff({ config, now: () => new Date() }, tx, {
    actor: null,
    userId: user_id,
  })
  return { number, ...invitation }
}

/** One transaction of the database's owner, and no other of these beside it. */
async function alone<T>(url: string, work: (client: Client, tx: Tx) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('the brand opens'))`)
    const result = await work(client, dbOf(client) as Tx)
    await client.query('commit')
    return result
  } finally {
    // An open transaction ends with its connection.
    await client.end()
  }
}

async function isInUse(tx: Tx): Promise<boolean> {
  return (await tx.first('select 1 as found from users limit 1')) !== null
}

/** The first owner, while they are the only one here and the invitation is unused. */
function findAwaited(tx: Tx): Promise<{ user_id: string; number: string } | null> {
  return tx.first<{ user_id: string; number: string }>(
    `select e.user_id, e.number from employees e join staff_invitations i on i.user_id = e.user_id
     where i.issued_by is null and i.used_at is null
       and not exists (select from employees other where other.user_id <> e.user_id)`,
  )
}
