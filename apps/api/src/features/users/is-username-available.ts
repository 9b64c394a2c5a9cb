import { readUsername } from '@shirogane/contract/inputs/read-fields'
import { isReservedUsername } from '@shirogane/contract/inputs/reserved-names'
import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { findAccount, isUsernameTaken } from '../auth/register/account-store.ts'
import { type Availability, availabilityOf } from '../auth/register/availability.ts'
import { countLookup } from '../auth/ticket.ts'

export async function isUsernameAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isUsernameAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const username = readUsername(query.username) ?? ''
  if (await isUsernameTaken(ctx.db, username, actor?.user_id ?? null))
    return availabilityOf(true, 'USERNAME_TAKEN')
  if (!isReservedUsername(username)) return availabilityOf(false, 'USERNAME_TAKEN')
  // A name that was given before it was reserved stays its owner's.
  const own = actor && (await findAccount(ctx.db, actor.user_id))
  return availabilityOf(own?.username !== username, 'USERNAME_TAKEN')
}
