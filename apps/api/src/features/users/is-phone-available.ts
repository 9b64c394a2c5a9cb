import { readPhone } from '@shirogane/contract/inputs/read-fields'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { type Availability, availabilityOf } from '../auth/register/availability.ts'
import { findHeldHere } from '../auth/register/holder-store.ts'
import { readDevice } from '../auth/sessions/sign-in.ts'
import { countLookup } from '../auth/ticket.ts'

export async function isPhoneAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isPhoneAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const phone = readPhone(query.phone, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) return { available: false, message: sentenceOf(phone.refusal) }
  const asked = { phone_number: phone.e164, device_id: readDevice(client), except: actor?.user_id ?? null }
  return availabilityOf((await findHeldHere(ctx.db, asked)).phone_number, 'PHONE_TAKEN')
}
