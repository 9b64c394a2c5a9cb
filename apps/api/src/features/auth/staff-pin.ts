import { sentenceOf, type ErrorCode } from '@shirogane/contract/errors'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { findAccount } from './account-store.ts'
import type { CheckedEmployee } from './employee-password.ts'
import { checkOwnPassword } from './own-password.ts'
import { dummyHash, hashPassword, verifyPassword } from './passwords.ts'
import { findEmployeeCredentials, recordPinHash } from './store.ts'
import { countTillTry } from './till-tries.ts'

/** Sets the six digits with which somebody takes over a till or approves at one. Only they themselves know them. */
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
 * Somebody of the store's staff shows by PIN who they are, at a register where a colleague is signed in. The answer to an
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
  const isOwner = who === 'store_or_owner' && found?.type === 'owner'
  const storeId = actor.employee?.store_id ?? null
  const employee =
    found && (isOwn || isOwner || (storeId !== null && found.store_id === storeId)) ? found : null
  const named = ctx.keys.nameOf('login', found?.user_id ?? employee_id.toLowerCase())
  const rules = await countTillTry(ctx, actor, named, {
    bucket: `till:pin-day:${named}`,
    max: limits.staffPinTriesPerDay,
    windowSeconds: 86_400,
  })
  const hash = employee?.pin_hash ?? (await dummyHash(ctx.keys.pepper))
  const isRight = await verifyPassword(hash, readStaffPin(pin) ?? '', ctx.keys.pepper)
  if (!employee || !isRight) throw new Problem('STAFF_PIN_INVALID')
  await ctx.limits.giveBack(...rules)
  return { user_id: employee.user_id, type: employee.type }
}

/** Refuses what is no PIN, and one that somebody would guess. */
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
