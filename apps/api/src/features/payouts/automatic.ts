import { findBank } from '@shirogane/bank/banks'
import { createHash } from 'node:crypto'
import { yuchoCode } from '@shirogane/bank/kana'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { addDays } from '../../lib/days.ts'
import { coolingProblem, coolingUntil } from '../auth/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { findPayoutMethod } from '../payout-methods/index.ts'
import { findRewardMethod } from '../rewards/index.ts'
import { composeAsked, methodRefusal, methodProblem } from './ask.ts'
import { claimAsBalance, claimForBank, findPayable, findPayee, listDue, requestPayout } from './store.ts'
import { tellOfPayouts } from './tell.ts'
import { termsNow } from './terms.ts'
import { yen } from '../../lib/amounts-text.ts'

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
    ctx.nudgeOutbox()
    ctx.nudgeMessenger()
  }
  return count
}

const accountIsMissing = '振込先口座の登録と本人確認をお願いします'
/** Why a reward waits, in words that say what its owner can do about it and what happens by itself. */
const missing: Partial<Record<ErrorCode, string>> = {
  KYC_REQUIRED: accountIsMissing,
  PAYOUT_METHOD_REQUIRED: accountIsMissing,
  PAYOUT_METHOD_TROUBLE: '受取口座の確認が必要です。口座情報をご確認のうえ、登録し直してください',
  PAYOUT_METHOD_REVIEW: '受取口座の確認中です。確認が終わると、自動で申請します',
  COOLING_OFF: '安全のため、登録情報の変更から24時間は出金できません。そのあと自動で申請します',
  DEBT_OPEN: '後払いのお支払いが残っています。お支払い後に出金できます',
}
const missingAsBalance: Partial<Record<ErrorCode, string>> = {
  KYC_REQUIRED: '本人確認をお願いします',
  COOLING_OFF: '安全のため、登録情報の変更から24時間は受け取れません。そのあと自動で残高に加えます',
  REWARD_BALANCE_LIMIT:
    '受け取り後の残高が上限を超えます。残高をご利用いただくか、受け取り方を銀行口座に変更してください',
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
          title: '報酬を残高で受け取りました',
          message: `${yen(amount)}を残高に加えました`,
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
    const message = missingAsBalance[error.code]
    if (message)
      await tellOfMissing(
        ctx,
        userId,
        `${month}:balance:${error.code}`,
        '報酬を残高に加えられません',
        message,
      )
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
        request_hash: createHash('sha256').update(key).digest('hex'),
        amount: null,
        automatic: true,
        fee: terms.fee,
        withheld: null,
        terms,
      }
      const { payout, code, replayed } = await requestPayout(tx, await composeAsked(ctx, wish, method), true)
      // What cannot be asked for stays as it was, the claim among it.
      if (code !== null) throw new Problem(code)
      if (replayed || payout === null) return false
      await tellOfPayouts(ctx, tx, [payout], 'requested')
      return true
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = missing[error.code]
    if (message) await tellOfMissing(ctx, userId, `${month}:${error.code}`, '報酬の振込ができません', message)
    return false
  }
}

/** Each reason once a month: it is asked for every day. */
async function tellOfMissing(
  ctx: Context,
  userId: string,
  key: string,
  title: string,
  message: string,
): Promise<void> {
  const at = ctx.now()
  await ctx.transact((tx) =>
    recordNotifications(tx, [
      {
        id: uuidv7(at),
        user_id: userId,
        title,
        message,
        topic: 'affiliate',
        dedupe_key: `payout:waits:${userId}:${key}`,
        transaction_id: null,
        created_at: at,
      },
    ]),
  )
}
