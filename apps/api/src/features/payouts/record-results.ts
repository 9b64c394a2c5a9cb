import { recordPayoutResults } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { ledgerProblem } from '../../http/problem.ts'
import { accountNames, flagPayoutMethod } from '../payout-methods/index.ts'
import { accountPurpose } from './ask.ts'
import { listFailedAccounts } from './store.ts'
import { notifyOfPayouts } from './notify.ts'
import type { Result } from '@shirogane/bank/zengin'

/** Answers how many are known now that were not before. */
export async function recordResults(
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
  const {
    code,
    n,
    settled: recorded,
  } = await recordPayoutResults(tx, {
    batch_id: batchId,
    actor_id: actor.user_id,
    results: results.map((result) => ({ ...result, transaction_id: uuidv7(at) })),
    sha256,
  })
  if (code !== null) throw ledgerProblem({ code, n })
  const now = new Set(recorded)
  const paid = results.filter(({ payout_id, outcome }) => now.has(payout_id) && outcome === 'paid')
  const failed = results.filter(({ payout_id, outcome }) => now.has(payout_id) && outcome !== 'paid')
  await notifyOfPayouts(
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
  return recorded.length
}

/**
 * Nothing more goes to an account that did not take the money, until its owner has looked at it. Where they have named
 * another one in its place meanwhile, nothing is said against that one.
 */
export async function afterFailures(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const { id, payout_method_id, failure, encrypted_account, ...place } of await listFailedAccounts(
    tx,
    ids,
  )) {
    const account_number = ctx.keys.decrypt(accountPurpose(id), encrypted_account)
    await flagPayoutMethod(tx, {
      id: payout_method_id,
      account_keys: accountNames(ctx, { ...place, account_number }),
      failure,
      at: ctx.now(),
    })
  }
  await notifyOfPayouts(ctx, tx, ids, 'failed')
}
