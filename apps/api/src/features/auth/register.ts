import { sentenceOf } from '@shirogane/contract/wire/errors'
import { readEmail, readPhone, readUsername } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import { canonicalPassword } from '@shirogane/contract/inputs/passwords'
import { isReservedUsername } from '@shirogane/contract/inputs/reserved-names'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Answer, Client, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { takenProblem } from '../../http/wire/taken.ts'
import { recordInvitation } from '../affiliates/index.ts'
import { findStoreByRef, isUsernameTaken, mayRegister, recordAccount } from './register/account-store.ts'
import { findHeldHere } from './register/holder-store.ts'
import { checkNewPassword } from './passwords/new-password.ts'
import { hashPassword } from './passwords/passwords.ts'
import { smsRules } from './pins/pin-shares.ts'
import { offerPin } from './send/verify.ts'
import { readDevice, signIn } from './sessions/sign-in.ts'
import { readTicket } from './ticket.ts'

type Body = Input<'auth.register'>['body']
type Fields = { username: string; phone_number: string; email: string | null }

/**
 * A new member, signed in and not verified yet; the code for the phone goes out with the same commit. Whether the number or
 * the address is a member's is told by what arrives there alone, and never by this answer.
 */
export async function register(
  ctx: Context,
  actor: Actor | null,
  { body, client }: Input<'auth.register'>,
): Promise<Answer<Output<'auth.register'>>> {
  if (actor) throw new Problem('ALREADY_SIGNED_IN')
  // The form is enough: the cap below stands before any answer. A ticket that comes along must be good.
  if (client.ticketCookie !== null) readTicket(ctx, client)
  if (!(await mayRegister(ctx.db))) throw new Problem('REGISTRATION_CLOSED')
  const fields = readFields(ctx, body)
  await ctx.limits.spend({
    bucket: `register:ip:${network(client.ip)}`,
    max: limits.registrationsPerHourOfNetwork,
    windowSeconds: 3_600,
  })
  await checkNewPassword(ctx, body.password, [
    fields.username,
    fields.phone_number,
    fields.email?.split('@')[0] ?? null,
  ])
  if (await isUsernameTaken(ctx.db, fields.username, null)) throw taken('USERNAME_TAKEN')
  await refuseHeldHere(ctx.db, fields, client)

  const user_id = uuidv7(ctx.now())
  const password_hash = await hashPassword(canonicalPassword(body.password), ctx.keys.pepper)
  const referred_by_store = body.store_ref ? await findStoreByRef(ctx.db, body.store_ref.slice(0, 20)) : null
  const smsLimits = smsRules(client.ip, 'named')
  const maySend = (await ctx.limits.overflow(...smsLimits)) === null
  let isOut = false
  await ctx.transact(async (tx) => {
    try {
      await recordAccount(tx, { id: user_id, ...fields, password_hash, referred_by_store, at: ctx.now() })
    } catch (error) {
      // Of thirty who register one name at once, the unique index lets one through.
      throw takenProblem(error)?.code === 'USERNAME_TAKEN' ? taken('USERNAME_TAKEN') : error
    }
    if (body.affiliate_code) {
      const newcomer = { user_id, device_id: readDevice(client) }
      await recordInvitation(ctx, tx, newcomer, body.affiliate_code)
    }
    isOut = maySend && (await offerPin(ctx, tx, client.ip, { user_id, phone_number: fields.phone_number }))
  })
  // A text that did not go out is none of those of the day.
  if (!isOut) await ctx.limits.giveBack(...smsLimits)
  ctx.wakeMessenger()
  return signIn(ctx, { user_id, type: 'customer' }, client)
}

function readFields(ctx: Context, body: Body): Fields {
  const wrong: Record<string, string> = {}
  const username = readUsername(body.username) ?? ''
  const phone = readPhone(body.phone_number, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) wrong['phone_number'] = sentenceOf(phone.refusal)
  if (Object.keys(wrong).length > 0) throw new Problem('VALIDATION_ERROR', { fields: wrong })
  if (isReservedUsername(username)) throw taken('USERNAME_TAKEN')
  return {
    username,
    phone_number: 'e164' in phone ? phone.e164 : '',
    email: body.email === undefined ? null : readEmail(body.email),
  }
}

/** A person who forgot that they are a member, in the browser that they used as one: they are told at once. */
export async function refuseHeldHere(
  db: Db,
  asked: { phone_number?: string; email?: string | null },
  client: Client,
  { except = null, field }: { except?: string | null; field?: string } = {},
): Promise<void> {
  const held = await findHeldHere(db, { ...asked, device_id: readDevice(client), except })
  if (held.phone_number) throw taken('PHONE_TAKEN', field)
  if (held.email) throw taken('EMAIL_TAKEN', field)
}

const fieldOf = { USERNAME_TAKEN: 'username', PHONE_TAKEN: 'phone_number', EMAIL_TAKEN: 'email' } as const

export function taken(code: keyof typeof fieldOf, field: string = fieldOf[code]): Problem {
  return new Problem(code, { fields: { [field]: sentenceOf(code) } })
}
