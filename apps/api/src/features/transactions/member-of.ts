import { readPayCode } from '@shirogane/contract/pay-code'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findReasonToSee, maySeeCustomer } from '../users/index.ts'
import { findShownCode } from './hand-store.ts'
import { countUnknownCode, readScanned } from './scan.ts'
import { findFirstAnswer, isKnownKey } from './store.ts'

export type Here = { registerId: string; store_id: string; isRepeat: boolean }
type Keyed = { route: string; key: string }

/**
 * A member by the code on their phone, or by id. Whoever gives points away is here: their code says so, or a register of
 * this shop holds it. Whom one has no reason to know is not there, so that ids cannot be tried out.
 */
export async function memberOf(
  ctx: Context,
  actor: Actor,
  text: string,
  here: Here & { gives: boolean },
): Promise<string> {
  if (readPayCode(text) === null && isId(text)) {
    if (here.isRepeat) return text
    const reason = await findReasonToSee(ctx.db, text, here.store_id)
    const isKnown = here.gives ? reason.held : maySeeCustomer(actor.employee!.type, reason)
    if (!isKnown) throw new Problem('NOT_FOUND')
    return text
  }
  return codeOwner(ctx, text, here)
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

/** Whose code this is, held by nobody else and good for now. */
export async function codeOwner(ctx: Context, text: string, here: Here): Promise<string> {
  const scanned = readScanned(ctx, here.registerId, text)
  const code = await findShownCode(ctx.db, ctx.keys.payCodeHash(scanned.text))
  if (!code) {
    await countUnknownCode(ctx, here.registerId)
    throw new Problem('QR_INVALID')
  }
  if (here.isRepeat || code.held_by === here.store_id) return code.user_id
  if (code.held_by !== null) throw new Problem('QR_CLAIMED')
  if (code.state === 'spent' || code.state === 'void') throw new Problem('QR_ALREADY_USED')
  if (!code.lives) throw new Problem('QR_EXPIRED')
  return code.user_id
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
