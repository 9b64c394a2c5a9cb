import type { SavedAddress } from '@shirogane/contract/resources/members/addresses'
import { addressLine } from '@shirogane/contract/inputs/person'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { recordAddress } from './store.ts'

/** There is one address to each person: the new one takes the place of the last. It is kept as it was written. */
export async function createAddress(
  ctx: Context,
  actor: Actor,
  { body }: Input<'addresses.create'>,
): Promise<Output<'addresses.create'>> {
  ctx.limits.capCalls(`address:${actor.user_id}`, 20)
  const address: SavedAddress = { ...body, town: body.town ?? '', building: body.building || null }
  await ctx.transact((tx) => recordAddress(tx, actor.user_id, address, addressLine(address)))
  return { address }
}
