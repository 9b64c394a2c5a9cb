import { createHash } from 'node:crypto'
import type { ErrorCode } from '@shirogane/contract/errors'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { accountKey, flagPayoutMethod } from '../payout-methods/index.ts'
import { accountPurpose } from './ask.ts'
import { openFile } from './batch-file.ts'
import { getRow } from './get-row.ts'
import { presentBatch } from './present.ts'
import { findBatch, findBatchFile } from './batch-store.ts'
import { listFailedAccounts, listPayoutsOfBatch, recallPayout, settlePayouts } from './store.ts'
import { tellOfPayouts } from './tell.ts'
import { failureWords } from './words.ts'
import { readResults, type Result } from './zengin.ts'

/** The bank's answer to a file: all of it, or nothing of it. */
export async function importResult(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'admin.importPayoutResult'>,
): Promise<Output<'admin.importPayoutResult'>> {
  const batch = await findBatchFile(ctx.db, params.id)
  if (!batch) throw new Problem('NOT_FOUND')
  const read = readResults(file.bytes, openFile(ctx, params.id, batch.sealed_file).file)
  if ('refusal' in read) throw new Problem(read.refusal.code, { blanks: { n: read.refusal.n } })
  const known = new Map(
    (await listPayoutsOfBatch(ctx.db, params.id)).map(({ id, reference }) => [reference, id]),
  )
  await ctx.transact(async (tx) => {
    const settled = await settleAll(ctx, tx, actor, params.id, {
      results: read.results.map(({ reference, outcome }) => ({ payout_id: known.get(reference)!, outcome })),
      sha256: createHash('sha256').update(file.bytes).digest(),
    })
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.import',
      object: `payout_batch:${params.id}`,
      after: { results: read.results.length, settled },
    })
  })
  ctx.nudgeOutbox()
  ctx.nudgeMessenger()
  return presentBatch((await findBatch(ctx.db, params.id))!)
}

/** One transfer, as somebody read it in the bank's statement. */
export async function settle(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.settlePayout'>,
): Promise<Output<'admin.settlePayout'>> {
  const row = await getRow(ctx, actor, params.id)
  if (row.batch === null) throw new Problem('PAYOUT_STATE')
  const batchId = row.batch.id
  await ctx.transact(async (tx) => {
    const results = [{ payout_id: params.id, outcome: body.outcome }]
    if ((await settleAll(ctx, tx, actor, batchId, { results, sha256: null })) > 0) {
      await recordAct(ctx, tx, {
        actor,
        requestId,
        action: 'payout.settle',
        object: `payout:${params.id}`,
        after: { outcome: body.outcome },
      })
    }
  })
  ctx.nudgeOutbox()
  ctx.nudgeMessenger()
  return getRow(ctx, actor, params.id)
}

/** The money is back although the bank had paid it (組戻し). */
export async function recall(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.recallPayout'>,
): Promise<Output<'admin.recallPayout'>> {
  await getRow(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const { code, replayed } = await recallPayout(tx, {
      id: params.id,
      return_id: uuidv7(ctx.now()),
      employee_id: actor.user_id,
      failure: body.failure,
    })
    if (code !== null) throw new Problem(code as ErrorCode)
    if (replayed) return
    await afterFailures(ctx, tx, [params.id])
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.recall',
      object: `payout:${params.id}`,
      after: { failure: body.failure },
    })
  })
  ctx.nudgeOutbox()
  ctx.nudgeMessenger()
  return getRow(ctx, actor, params.id)
}

/** Answers how many are known now that were not before. */
async function settleAll(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  batchId: string,
  {
    results,
    sha256,
  }: {
    results: readonly { payout_id: string; outcome: Result['outcome'] }[]
    sha256: Buffer | null
  },
): Promise<number> {
  const at = ctx.now()
  const { code, n, settled } = await settlePayouts(tx, {
    batch_id: batchId,
    employee_id: actor.user_id,
    results: results.map((result) => ({ ...result, transaction_id: uuidv7(at) })),
    sha256,
  })
  if (code !== null) throw new Problem(code as ErrorCode, n === null ? {} : { blanks: { n } })
  const now = new Set(settled)
  const paid = results.filter(({ payout_id, outcome }) => now.has(payout_id) && outcome === 'paid')
  const failed = results.filter(({ payout_id, outcome }) => now.has(payout_id) && outcome !== 'paid')
  await tellOfPayouts(
    ctx,
    tx,
    paid.map(({ payout_id }) => payout_id),
    'paid',
  )
  await afterFailures(
    ctx,
    tx,
    failed.map(({ payout_id }) => payout_id),
  )
  return settled.length
}

/**
 * Nothing more goes to an account that did not take the money, until its owner has looked at it. Where they have named
 * another one in its place meanwhile, nothing is said against that one.
 */
async function afterFailures(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const { id, payout_method_id, failure, sealed_account, ...place } of await listFailedAccounts(
    tx,
    ids,
  )) {
    const account_number = ctx.keys.unseal(accountPurpose(id), sealed_account)
    await flagPayoutMethod(tx, {
      id: payout_method_id,
      account_key: accountKey(ctx, { ...place, account_number }),
      reason: failureWords[failure],
      at: ctx.now(),
    })
  }
  await tellOfPayouts(ctx, tx, ids, 'failed')
}
