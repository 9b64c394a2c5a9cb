import { readEmail } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { type Availability, availabilityOf } from '../auth/register/availability.ts'
import { findHeldHere } from '../auth/register/holder-store.ts'
import { readDevice } from '../auth/sessions/sign-in.ts'
import { countLookup } from '../auth/ticket.ts'

export async function isEmailAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isEmailAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const email = readEmail(query.email)
  const asked = { email, device_id: readDevice(client), except: actor?.user_id ?? null }
  return availabilityOf((await findHeldHere(ctx.db, asked)).email, 'EMAIL_TAKEN')
}
