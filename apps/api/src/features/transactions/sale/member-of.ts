import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { findCodeHash } from '../../../lib/code-hash-store.ts'
import { findReasonToSee, maySeeCustomer } from '../../users/index.ts'
import { findHeldCode, findShownCode, type ShownCode } from '../register/grant-store.ts'
import { countUnknownCode, readScanned } from './scan.ts'
import { findFirstAnswer, isKnownKey } from '../store.ts'

export type Here = { registerId: string; store_id: string; isRepeat: boolean }
type Keyed = { route: string; key: string }

/** Whose act it is, and the code that was shown for it, which the act spends. */
export type Shown = { user_id: string; code_id: string | null }

/**
 * A member by the code on their phone, or by id. A member who gives points away must be present: their code shows it,
 * or a register of this shop holds it. A member whom the caller has no reason to know is answered as not found, so that
 * ids cannot be tried out.
 */
export async function memberOf(
  ctx: Context,
  actor: Actor,
  text: string,
  here: Here & { gives: boolean },
): Promise<Shown> {
  if (readPayCode(text) === null && isId(text)) {
    if (here.isRepeat) return { user_id: text, code_id: null }
    if (here.gives) {
      const code_id = await findHeldCode(ctx.db, text, here.store_id)
      if (code_id === null) throw new Problem('NOT_FOUND')
      return { user_id: text, code_id }
    }
    const reason = await findReasonToSee(ctx.db, text, here.store_id)
    if (!maySeeCustomer(actor.employee!.type, reason)) throw new Problem('NOT_FOUND')
    return { user_id: text, code_id: null }
  }
  const code = await codeShown(ctx, text, here)
  return { user_id: code.user_id, code_id: code.id }
}

/**
 * The members of an act under a key, as `read` finds them. Where one cannot be found any more, a request under the same key
 * that is still at it is waited for: the code may have run out while the first answer was on its way.
 */
export async function membersOfAct<T>(
  ctx: Context,
  actor: Actor,
  { route, key }: Keyed,
  read: (isRepeat: boolean) => Promise<T>,
): Promise<T> {
  const isRepeat = await isKnownKey(ctx.db, actor.user_id, route, key)
  try {
    return await read(isRepeat)
  } catch (error) {
    const isRefused = error instanceof Problem && !isRepeat
    if (!isRefused || (await findFirstAnswer(ctx.db, actor.user_id, route, key)) === null) throw error
    return read(true)
  }
}

/** The owner of this code, which no other register holds and which is still good. */
export async function codeShown(ctx: Context, text: string, here: Here): Promise<ShownCode> {
  const scanned = readScanned(ctx, here.registerId, text)
  const code = await findShownCode(ctx.db, await findCodeHash(ctx, scanned.text))
  if (!code) {
    await countUnknownCode(ctx, here.registerId)
    throw new Problem('QR_INVALID')
  }
  if (here.isRepeat || code.held_by === here.store_id) return code
  if (code.held_by !== null) throw new Problem('QR_CLAIMED')
  if (code.state === 'spent' || code.state === 'void') throw new Problem('QR_ALREADY_USED')
  if (!code.lives) throw new Problem('QR_EXPIRED')
  return code
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
