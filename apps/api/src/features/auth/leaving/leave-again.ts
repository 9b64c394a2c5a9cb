import { forfeitPoints } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { endMembership } from '../../users/me/remove.ts'
import { erasePerson, eraseQuestions, findLeftover } from './close-store.ts'
import { forgetPerson } from '../register/forget-unverified.ts'
import { findStandingForUpdate } from './left-store.ts'
import { noPassword } from '../passwords/passwords.ts'

export type LeftAgain = {
  closed: number
  erased: number
  /** Who left with nothing, and whose wallet holds something again: their ids, for a person to look at. */
  unsettled: string[]
}

/**
 * Lets those leave again, each at their own date, who left after the moment that the database went back to: no former
 * member comes back by a backup. What their wallets hold again is left there, but for points, which end with a
 * membership.
 */
export async function leaveAgain(
  ctx: Pick<Context, 'now' | 'transact' | 'notes' | 'keys'>,
): Promise<LeftAgain> {
  const again: LeftAgain = { closed: 0, erased: 0, unsettled: [] }
  const password_hash = await noPassword(ctx.keys.pepper)
  const files = [...(await ctx.notes.list('left')), ...(await ctx.notes.list('erased'))]
  for (const file of new Set(files.map((name) => name.split('/')[1]!))) {
    const [left, erased] = [await readDate(ctx, `left/${file}`), await readDate(ctx, `erased/${file}`)]
    const user_id = file.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const did = await ctx.transact((tx) =>
      leave(tx, { user_id, left: left ?? erased!, erased, password_hash }),
    )
    if (did.closed) again.closed += 1
    if (did.erased) again.erased += 1
    if (did.unsettled) again.unsettled.push(user_id)
  }
  return again
}

async function readDate({ now, notes }: Pick<Context, 'now' | 'notes'>, name: string): Promise<Date | null> {
  const bytes = await notes.get(name)
  if (bytes === null) return null
  // What a disk has spoilt says at least that they left: by now.
  const at = new Date(bytes.toString())
  return Number.isNaN(at.getTime()) ? now() : at
}

type Leaving = { user_id: string; left: Date; erased: Date | null; password_hash: string }

async function leave(
  tx: Tx,
  { user_id, left, erased, password_hash }: Leaving,
): Promise<{ closed: boolean; erased: boolean; unsettled: boolean }> {
  const standing = await findStandingForUpdate(tx, user_id)
  const did = { closed: false, erased: false, unsettled: false }
  // A person who registered after the moment is not here at all.
  if (!standing) return did
  if (!standing.verified) {
    if (standing.is_closed) return did
    await forgetPerson(tx, { user_id, password_hash, at: left })
    return { ...did, closed: true, erased: true }
  }
  if (!standing.is_closed) {
    await forfeitPoints(tx, { user_id, transaction_id: uuidv7() })
    const { balance, later, reward, ...open } = await findLeftover(tx, user_id)
    did.unsettled = balance !== 0 || later !== 0 || reward !== 0 || Object.values(open).includes(true)
    await endMembership(tx, { user_id, session_id: null, reason: null, password_hash, at: left })
    did.closed = true
  }
  if (erased !== null && !standing.is_erased) {
    await erasePerson(tx, user_id, erased)
    await eraseQuestions(tx, user_id)
    did.erased = true
  }
  return did
}
