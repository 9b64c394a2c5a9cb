import { sentenceOf, type ErrorCode } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import type { Rule } from '../../http/rate-limits.ts'
import { recordAct } from '../log/index.ts'
import { findAccount } from '../auth/register/account-store.ts'
import type { CheckedEmployee } from '../auth/passwords/employee-password.ts'
import { checkOwnPassword } from '../auth/passwords/own-password.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../auth/passwords/passwords.ts'
import { findEmployeeCredentials, recordPinHash, replacePinHash } from '../auth/store.ts'
import { countRegisterTry } from '../auth/login/register-tries.ts'

/**
 * Sets the six digits with which one of the staff takes over a register or approves at one. Only they themselves know
 * them.
 */
export async function changePin(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'users.pin'>,
): Promise<Output<'users.pin'>> {
  const account = await findAccount(ctx.db, actor.user_id)
  if (!account || !actor.employee) throw new Problem('FORBIDDEN')
  // Refused before the password is looked at, so that a form may be sent again without counting as a guess.
  const pin = checkNewPin(body.pin, actor.employee.number)
  await checkOwnPassword(ctx, actor.user_id, account, body.current_password, 'current_password')
  const hash = await hashPassword(pin, ctx.keys.pepper)
  await ctx.transact(async (tx) => {
    await recordPinHash(tx, actor.user_id, hash)
    await recordAct(ctx, tx, { actor, requestId, action: 'staff.pin_set', object: `staff:${actor.user_id}` })
  })
  return {}
}

/**
 * One of the store's staff proves by PIN who they are, at a register where a colleague is signed in. The answer to an
 * unknown person, to one without a PIN and to a wrong one is the same, in the same time. Tries are counted before they
 * are judged, like those of passwords at a register and together with them.
 */
export async function checkStaffPin(
  ctx: Context,
  actor: Actor,
  { employee_id, pin }: { employee_id: string; pin: string },
  who: 'store' | 'store_or_owner' = 'store_or_owner',
): Promise<CheckedEmployee> {
  const found = await findEmployeeCredentials(ctx.db, employee_id)
  const isOwn = found?.user_id === actor.user_id
  const isOwner = who === 'store_or_owner' && found !== null && holds(found.type, 'shops.act')
  const storeId = actor.employee?.store_id ?? null
  const employee =
    found && (isOwn || isOwner || (storeId !== null && found.store_id === storeId)) ? found : null
  const named = ctx.keys.nameOf('login', found?.user_id ?? employee_id.toLowerCase())
  const rules = await countRegisterTry(ctx, actor, ...pinRules(actor, named, isOwn))
  const hash = employee?.pin_hash ?? (await dummyHash(ctx.keys.pepper))
  const digits = readStaffPin(pin) ?? ''
  const isRight = await verifyPassword(hash, digits, ctx.keys.pepper)
  if (!employee || !isRight) throw new Problem('STAFF_PIN_INVALID')
  await ctx.limits.giveBack(...rules)
  if (needsRehash(hash, ctx.keys.pepper)) {
    const anew = await hashPassword(digits, ctx.keys.pepper)
    await replacePinHash(ctx.db, employee.user_id, { hash: anew, before: hash })
  }
  return { user_id: employee.user_id, type: employee.type }
}

/**
 * Six digits bear few guesses, so those of a day are counted for the person who is named too. At the register of one
 * colleague there are a third of them, so that no colleague alone keeps a manager's PIN from being taken at the others,
 * and at a register where the person is signed in themself they have some of their own.
 */
function pinRules(actor: Actor, named: string, isOwn: boolean): Rule[] {
  const aDay = (bucket: string, max: number): Rule => ({ bucket, max, windowSeconds: 86_400 })
  if (isOwn) return [aDay(`till:pin-own:${named}`, limits.staffPinTriesPerDayOfOwn)]
  return [
    aDay(`till:pin-pair:${actor.user_id}:${named}`, limits.staffPinTriesPerDayOfColleague),
    aDay(`till:pin-day:${named}`, limits.staffPinTriesPerDay),
  ]
}

/** Refuses what is no PIN, and one that is easily guessed. */
export function checkNewPin(text: string, number: string): string {
  const pin = readStaffPin(text)
  if (pin === null) throw refused('STAFF_PIN_FORMAT')
  if (isGuessable(pin, number)) throw refused('STAFF_PIN_WEAK')
  return pin
}

function readStaffPin(text: string): string | null {
  const digits = text.normalize('NFKC').trim()
  return /^\d{6}$/.test(digits) ? digits : null
}

/** One digit six times, a row of digits, a pair or a triple repeated, or the number on one's own badge. */
function isGuessable(pin: string, number: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10)
  const isRow = new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] ?? 0)
  return isRow || /^(\d{2})\1\1$|^(\d{3})\2$/.test(pin) || pin.includes(number.slice(1))
}

function refused(code: ErrorCode): Problem {
  return new Problem(code, { fields: { pin: sentenceOf(code) } })
}
