import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { isStore, recordAct } from '../log/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { getApproval, listAble } from './get-approval.ts'
import { notifyScreens } from './notify-screens.ts'
import { findApproval, getHomeStore, insertApproval, isSameApproval } from './store.ts'
import type { ApprovalKind } from '@shirogane/contract/wire/permissions'

/** Asks for a second person: the managers of the store are told at once, and head office where none of them can decide. */
export async function ask(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'approvals.ask'>,
): Promise<Output<'approvals.ask'>> {
  const own = actor.employee?.store_id ?? null
  // What is about no store is asked at the one of head office.
  const store_id = own ?? body.store_id ?? (body.kind === 'rank' ? await getHomeStore(ctx.db) : undefined)
  // To a caller who belongs to one store, another store is not there.
  if (store_id === undefined || (body.store_id !== undefined && body.store_id !== store_id))
    throw new Problem('NOT_FOUND')
  if (!(await isStore(ctx.db, store_id))) throw new Problem('NOT_FOUND')
  const { kind, subject, amount, reason } = body
  const id = body.id ?? uuidv7(ctx.now())
  const asked = { id, store_id, kind, subject, amount, requested_by: actor.user_id }
  // The same question once more after a lost answer is no second one.
  if (body.id !== undefined && (await isSameApproval(ctx.db, asked))) return getApproval(ctx.db, id, actor)

  const perHour = { bucket: `approval:${actor.user_id}`, max: limits.approvalsPerHour, windowSeconds: 3_600 }
  await ctx.limits.spend(perHour)
  await ctx.transact(async (tx) => {
    if (!(await insertApproval(tx, { ...asked, reason, seconds: limits.approvalSeconds }))) {
      if (await isSameApproval(tx, asked)) return
      throw new Problem('CONFLICT')
    }
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'approval.asked',
      object: `approval:${id}`,
      store_id,
      after: { kind, amount, ...subject },
      note: reason,
    })
    await notifyDeciders(ctx, tx, id)
  })
  ctx.wakePusher()
  ctx.wakeLive()
  return getApproval(ctx.db, id, actor)
}

async function notifyDeciders(ctx: Context, tx: Tx, id: string): Promise<void> {
  const row = await findApproval(tx, id)
  if (!row) throw new Error('An approval that was just written is gone')
  await notifyScreens(ctx, tx, row)
  const able = await listAble(tx, row)
  const near = able.filter((person) => person.store_id !== null)
  await recordNotifications(
    tx,
    (near.length > 0 ? near : able).map((person) => ({
      id: uuidv7(ctx.now()),
      user_id: person.id,
      kind: 'approval_asked',
      facts: {
        kind: row.kind as ApprovalKind,
        amount: row.amount,
        store: row.store_name,
        by: row.requested_by.name,
      },
      // The clerk waits in front of a customer: this notice cannot be switched off.
      topic: 'security' as const,
      path: `/admin?tab=approvals&id=${row.id}`,
      dedupe_key: `approval:${row.id}:${person.id}`,
      transaction_id: null,
      created_at: ctx.now(),
    })),
  )
}
