import type { Context } from '../context.ts'
import { deliverPushes } from '../features/notifications/index.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** Rings people's devices, beside the mails: a slow mail server delays no push. */
export function startPusher(ctx: Context): Rounds {
  const { push } = ctx.gateways
  if (!push) {
    ctx.log.warn({ event: 'no_push' }, 'nothing is pushed: VAPID_PRIVATE_KEY is not set')
    return { wake: () => undefined, rest: async () => undefined, stop: async () => undefined }
  }
  return startRounds(ctx, 'pushes', () => deliverPushes(ctx, push))
}
