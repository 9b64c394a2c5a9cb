import type { RecordedChange } from '@shirogane/contract/resources/members/campaigns'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { insertChange, selectChanges } from './changes-store.ts'

type Values = Readonly<Record<string, unknown>>

/** Puts what head office changed on record, with how it was before. A change that changes nothing is none. */
export async function recordChange(
  ctx: Context,
  tx: Tx,
  change: {
    actor: Actor
    requestId: string
    action: string
    object: string
    before: Values | null
    after: Values
  },
): Promise<void> {
  const keys = Object.keys(change.after).filter(
    (key) => JSON.stringify(change.before?.[key]) !== JSON.stringify(change.after[key]),
  )
  if (keys.length === 0) return
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  await insertChange(tx, {
    id: uuidv7(ctx.now()),
    at: ctx.now(),
    actor_id: change.actor.user_id,
    action: change.action,
    object: change.object,
    request_id: change.requestId,
    before: change.before && only(change.before),
    after: only(change.after),
  })
}

/** Newest first. */
export async function listChanges(ctx: Context, object: string): Promise<RecordedChange[]> {
  const rows = await selectChanges(ctx.db, object)
  return rows.map(({ at, by, action, before, after }) => ({
    at: at.toISOString(),
    by,
    action,
    before: before as RecordedChange['before'],
    after: after as RecordedChange['after'],
  }))
}
