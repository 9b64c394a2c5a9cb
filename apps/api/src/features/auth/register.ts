import { sentenceOf } from '@shirogane/contract/errors'
import {
  canonicalPassword,
  isReservedUsername,
  readEmail,
  readPhone,
  readUsername,
} from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Answer, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { recordInvitation } from '../affiliates/index.ts'
import { findStoreByRef, findTaken, mayRegister, recordAccount } from './account-store.ts'
import { checkNewPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { smsRules } from './pins.ts'
import { offerPin } from './send-verify.ts'
import { readDevice, signIn } from './sign-in.ts'
import { readTicket } from './ticket.ts'

type Body = Input<'auth.register'>['body']
export type Fields = { username: string; phone_number: string; email: string | null }

/** A new member, signed in and not verified yet; the code for the phone goes out with the same commit. */
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
  checkNewPassword(body.password, [fields.username, fields.phone_number, fields.email?.split('@')[0] ?? null])
  refuseTaken(await findTaken(ctx.db, fields), fields)

  const user_id = uuidv7(ctx.now())
  const password_hash = await hashPassword(canonicalPassword(body.password), ctx.keys.pepper)
  const referred_by_store = body.store_ref ? await findStoreByRef(ctx.db, body.store_ref.slice(0, 20)) : null
  const texts = smsRules(client.ip)
  const maySend = (await ctx.limits.overflow(...texts)) === null
  let isOut = false
  await ctx.transact(async (tx) => {
    try {
      await recordAccount(tx, { id: user_id, ...fields, password_hash, referred_by_store, at: ctx.now() })
    } catch (error) {
      throw takenMeanwhile(error) ?? error
    }
    if (body.affiliate_code) {
      const newcomer = { user_id, ...fields, device_id: readDevice(client) }
      await recordInvitation(ctx, tx, newcomer, body.affiliate_code)
    }
    isOut = maySend && (await offerPin(ctx, tx, client.ip, { user_id, phone_number: fields.phone_number }))
  })
  // A text that did not go out is none of those of the day.
  if (!isOut) await ctx.limits.giveBack(...texts)
  ctx.nudgeMessenger()
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

function refuseTaken(
  found: { username: boolean; phone_number: boolean; email: boolean },
  fields: Fields,
): void {
  if (found.username) throw taken('USERNAME_TAKEN')
  if (found.phone_number) throw taken('PHONE_TAKEN')
  if (found.email && fields.email !== null) throw taken('EMAIL_TAKEN')
}

const fieldOf = { USERNAME_TAKEN: 'username', PHONE_TAKEN: 'phone_number', EMAIL_TAKEN: 'email' } as const

export function taken(code: keyof typeof fieldOf, field: string = fieldOf[code]): Problem {
  return new Problem(code, { fields: { [field]: sentenceOf(code) } })
}

/** Of thirty who register the same at once, the unique index lets one through; the others hear which field it was. */
export function takenMeanwhile(error: unknown): Problem | null {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  if (constraint === 'users_username_key') return taken('USERNAME_TAKEN')
  if (constraint === 'users_phone_number_key') return taken('PHONE_TAKEN')
  return constraint === 'users_email_key' ? taken('EMAIL_TAKEN') : null
}
