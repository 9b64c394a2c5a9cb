import { createECDH } from 'node:crypto'
import type { Actor, Context } from '../../../context.ts'
import type { PushDevice } from '../../../gateways/push.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { presentSettings } from '../present.ts'
import { getChoices, recordSubscription } from '../push-store.ts'

/** From now on the device of this session is told. Asking again moves its address or changes what it may show. */
export async function subscribe(
  ctx: Context,
  actor: Actor,
  { body: { subscription, show_amounts } }: Input<'notifications.subscribe'>,
): Promise<Output<'notifications.subscribe'>> {
  const { push } = ctx.gateways
  if (!push) throw new Problem('PUSH_UNAVAILABLE')
  const { endpoint, keys } = subscription
  if (!push.serves(endpoint)) throw new Problem('PUSH_SERVICE_UNKNOWN')
  if (!isPoint(keys.p256dh)) throw new Problem('VALIDATION_ERROR')
  const device: PushDevice = { endpoint, keys }
  await ctx.transact((tx) =>
    recordSubscription(tx, {
      session_id: actor.session_id,
      user_id: actor.user_id,
      endpoint_names: endpointNames(ctx, endpoint),
      encrypted: ctx.keys.encrypt('push', JSON.stringify(device)),
      shows_amounts: show_amounts,
      at: ctx.now(),
    }),
  )
  return presentSettings(await getChoices(ctx.db, actor.user_id, actor.session_id))
}

/** What stands for a device's address, under each key that is given. */
export function endpointNames({ keys }: Pick<Context, 'keys'>, endpoint: string): string[] {
  return keys.namesOf('push', endpoint)
}

/** Sixty-five bytes need not lie on the curve, and nothing can be encrypted to those that do not. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
