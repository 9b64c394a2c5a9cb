import type { Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'

export async function pushKey(ctx: Context): Promise<Output<'notifications.pushKey'>> {
  return { key: ctx.gateways.push?.publicKey ?? null }
}
