import { readUndoCode } from '@shirogane/contract/inputs/read-fields'
import type { Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { countMisses, network } from '../../../http/rate-limits.ts'
import { stopCodeHash } from '../stop-code.ts'
import { spendStopCode } from '../stop-store.ts'
import { stopPayouts } from '../stop.ts'

/** For a person who holds a letter about an account that they know nothing of. */
export async function stopByCode(
  ctx: Context,
  _actor: unknown,
  { body, client, requestId }: Input<'payoutMethods.stopByCode'>,
): Promise<undefined> {
  const misses = { bucket: `payout-stop:${network(client.ip)}`, max: 20, windowSeconds: 3_600 }
  await countMisses(ctx.limits, misses, 'PAYOUT_STOP_INVALID', () =>
    ctx.transact(async (tx) => {
      const spent = await spendStopCode(tx, stopCodeHash(readUndoCode(body.code) ?? ''), ctx.now())
      if (!spent) throw new Problem('PAYOUT_STOP_INVALID')
      await stopPayouts(ctx, tx, { ...spent, by_letter: true, requestId })
    }),
  )
  ctx.wakeMessenger()
  ctx.wakePusher()
}
