import { sentenceOf } from '@shirogane/contract/errors'
import { isReservedUsername, readEmail, readPhone, readUsername } from '@shirogane/contract/inputs'
import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { findTaken } from './account-store.ts'
import { countLookup } from './ticket.ts'

type Availability = { available: boolean; message?: string }
type TakenCode = 'USERNAME_TAKEN' | 'PHONE_TAKEN' | 'EMAIL_TAKEN'

const answer = (isTaken: boolean, code: TakenCode): Availability =>
  isTaken ? { available: false, message: sentenceOf(code) } : { available: true }

export async function isUsernameAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isUsernameAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const username = readUsername(query.username) ?? ''
  const found = await findTaken(ctx.db, { username, except: actor?.user_id ?? null })
  return answer(found.username || isReservedUsername(username), 'USERNAME_TAKEN')
}

export async function isPhoneAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isPhoneAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const phone = readPhone(query.phone, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) return { available: false, message: sentenceOf(phone.refusal) }
  const found = await findTaken(ctx.db, { phone_number: phone.e164, except: actor?.user_id ?? null })
  return answer(found.phone_number, 'PHONE_TAKEN')
}

export async function isEmailAvailable(
  ctx: Context,
  actor: Actor | null,
  { query, client }: Input<'users.isEmailAvailable'>,
): Promise<Availability> {
  await countLookup(ctx, actor?.user_id ?? null, client)
  const found = await findTaken(ctx.db, { email: readEmail(query.email), except: actor?.user_id ?? null })
  return answer(found.email, 'EMAIL_TAKEN')
}
