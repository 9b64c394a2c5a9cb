import { findBank } from '@shirogane/bank/banks'
import { createHash } from 'node:crypto'
import { yuchoCode } from '@shirogane/bank/kana'
import { postPayoutRequest } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { addDays } from '../../lib/days.ts'
import { coolingProblem, coolingUntil } from '../auth/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { findPayoutMethod } from '../payout-methods/index.ts'
import { findRewardMethod } from '../rewards/index.ts'
import { composeAsked, methodRefusal, methodProblem } from './ask.ts'
import { claimAsBalance, claimForBank, findPayable, findPayee, listDue } from './store.ts'
import { notifyOfPayouts } from './notify.ts'
import { termsNow } from './terms.ts'
import type { NoticeFacts } from '../../notices/notices.ts'
import { waitsForBalance, waitsForBank } from '../../notices/payouts-text.ts'

const batchSize = 100

/** The last end of a month that lies behind the last round and not behind this one; null where there is none. */
export function monthEndSince(date: string, previous: string | null): string | null {
  const next = addDays(date, 1)
  const end = next.slice(8) === '01' ? date : addDays(`${date.slice(0, 7)}-01`, -1)
  return end === date || (previous !== null && end > previous) ? end : null
}

/**
 * On the last day of a month everything that was confirmed is asked for, also where the inviter forgot to: what they
 * earned is paid within sixty days, to the bank or as balance, as they have chosen. An inviter who cannot be paid yet
 * is told what is missing, and what they had by then is asked for again on each day that follows, until it can be.
 * Answers how many were asked for.
 */
export async function requestDue(
  ctx: Context,
  date: string,
  previous: string | null,
  hold: () => Promise<void>,
): Promise<number> {
  const end = monthEndSince(date, previous)
  const left = end === null ? addDays(`${date.slice(0, 7)}-01`, -1) : null
  const month = (end ?? left)!.slice(0, 7)
  // The list of banks takes a while the first time: it is opened before anything is held.
  await findBank(ctx.config, yuchoCode)
  let [after, count]: [string | null, number] = [null, 0]
  for (;;) {
    const due: string[] = await listDue(ctx.db, after, left, batchSize)
    if (due.length === 0) break
    // Where no day of payment can be named the round fails as a whole, and is done later instead of passing over everybody.
    await termsNow(ctx.db)
    for (const userId of due) if (await requestFor(ctx, userId, month)) count += 1
    after = due.at(-1) ?? null
    await hold()
  }
  if (count > 0) {
    ctx.wakeOutbox()
    ctx.wakeMessenger()
  }
  return count
}

async function requestFor(ctx: Context, userId: string, month: string): Promise<boolean> {
  const chosen = await findRewardMethod(ctx.db, userId)
  if (chosen?.method !== 'wallet') return payOut(ctx, userId, month, { claims: true })
  const received = await addToBalance(ctx, userId, month)
  // What was claimed for the bank before the choice goes there all the same.
  const requested = await payOut(ctx, userId, month, { claims: false })
  return received || requested
}

/** What the inviter wants as balance becomes balance. */
async function addToBalance(ctx: Context, userId: string, month: string): Promise<boolean> {
  try {
    return await ctx.transact(async (tx) => {
      if ((await findPayee(tx, userId))?.kyc_status !== 'approved') throw new Problem('KYC_REQUIRED')
      const until = await coolingUntil(ctx, tx, userId)
      if (until) throw coolingProblem(until)
      const id = uuidv7(ctx.now())
      const { code, n, amount } = await claimAsBalance(tx, userId, id)
      if (code !== null) throw ledgerProblem({ code, n })
      await recordNotifications(tx, [
        {
          id: uuidv7(ctx.now()),
          user_id: userId,
          kind: 'reward_to_balance',
          facts: { amount },
          topic: 'affiliate',
          dedupe_key: `reward:received:${id}`,
          transaction_id: id,
          created_at: ctx.now(),
        },
      ])
      return true
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code } = error
    if (waitsForBalance(code))
      await notifyOfMissing(ctx, userId, `${month}:balance:${code}`, {
        kind: 'reward_waits_for_balance',
        facts: { code },
      })
    return false
  }
}

/** Asks for all that can be paid out; with what is confirmed, where it is wanted by the bank. */
async function payOut(
  ctx: Context,
  userId: string,
  month: string,
  { claims }: { claims: boolean },
): Promise<boolean> {
  const key = `month:${month}`
  try {
    return await ctx.transact(async (tx) => {
      if (!claims && (await findPayable(tx, userId)) === 0) return false
      const payee = await findPayee(tx, userId)
      if (payee?.kyc_status !== 'approved') throw new Problem('KYC_REQUIRED')
      const method = await findPayoutMethod(ctx, tx, userId)
      const refusal = await methodRefusal(ctx, tx, userId, method)
      if (refusal || !method) throw methodProblem(refusal ?? { code: 'PAYOUT_METHOD_REQUIRED' })
      if (claims) await claimForBank(tx, userId, uuidv7(ctx.now()))
      const terms = await termsNow(tx)
      const wish = {
        user_id: userId,
        key,
        request_hash: createHash('sha256').update(key).digest(),
        amount: null,
        automatic: true,
        fee: terms.fee,
        withheld: null,
        terms,
      }
      const { payout, code, replayed } = await postPayoutRequest(
        tx,
        await composeAsked(ctx, wish, method),
        true,
      )
      // What cannot be asked for stays as it was, the claim among it.
      if (code !== null) throw new Problem(code)
      if (replayed || payout === null) return false
      await notifyOfPayouts(ctx, tx, [payout], 'requested')
      return true
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code } = error
    if (waitsForBank(code))
      await notifyOfMissing(ctx, userId, `${month}:${code}`, {
        kind: 'reward_waits_for_bank',
        facts: { code },
      })
    return false
  }
}

/** Each reason once a month: it is asked for every day. */
async function notifyOfMissing(
  ctx: Context,
  userId: string,
  key: string,
  notice: NoticeFacts,
): Promise<void> {
  const at = ctx.now()
  await ctx.transact((tx) =>
    recordNotifications(tx, [
      {
        id: uuidv7(at),
        user_id: userId,
        ...notice,
        topic: 'affiliate',
        dedupe_key: `payout:waits:${userId}:${key}`,
        transaction_id: null,
        created_at: at,
      },
    ]),
  )
}
