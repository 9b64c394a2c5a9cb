import { z } from 'zod'
import { cashoutReasons, cashoutWays } from './cashout-terms.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { businessDate, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

const statuses = ['requested', 'paid', 'rejected', 'withdrawn'] as const

const quota = z.strictObject({
  /** The first day of the half-year that today is in. */
  period_from: businessDate,
  /** What the half-year before issued, and what of all balance was unused at its end: paid balance alone. */
  issued: whole,
  unused: whole,
  /** What was paid back in this half-year, whatever the reason. */
  repaid: whole,
  most: whole,
  remaining: whole,
})
export type CashoutQuota = z.infer<typeof quota>

const row = z.strictObject({
  id,
  /** Of the movement; null until it is paid. */
  number: z.nullable(z.string()),
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  amount: whole,
  reason: z.enum(cashoutReasons),
  way: z.enum(cashoutWays),
  note: z.string(),
  status: z.enum(statuses),
  requested_by: z.string(),
  requested_at: instant,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** What this caller may do with it now; whoever asked takes it back, an owner in another hand agrees or refuses. */
  may: z.strictObject({ approve: z.boolean(), withdraw: z.boolean(), reject: z.boolean() }),
})
export type Cashout = z.infer<typeof row>

const member = z.strictObject({
  id,
  username: z.string(),
  name: z.string(),
  balance_paid: whole,
})
export type CashoutMember = z.infer<typeof member>

const staff = ['accounting', 'owner'] as const

export const cashouts = {
  list: endpoint({
    name: 'admin.cashouts',
    summary: '残高の払戻しの一覧（新しい順）と、今期の払戻しの枠',
    who: staff,
    query: pageQuery,
    status: 200,
    output: z.strictObject({ ...pageOf(row).shape, quota }),
    errors: [],
  }),
  members: endpoint({
    name: 'admin.cashoutMembers',
    summary: '払戻しの対象の会員を探す（ユーザー名・氏名・電話番号。10件まで）',
    who: staff,
    query: z.object({ q: written.min(1).max(40) }),
    status: 200,
    output: z.strictObject({ items: z.array(member) }),
    errors: [],
  }),
  request: endpoint({
    name: 'admin.requestCashout',
    summary: '有償残高の払戻しを依頼する（法令で認められる場合だけ。オーナーが承認するまで残高は動かない）',
    who: staff,
    body: z.strictObject({
      id,
      user_id: id,
      amount: z.int().min(1).max(limits.amountMax),
      reason: z.enum(cashoutReasons),
      way: z.enum(cashoutWays),
      note: written.min(1).max(200),
    }),
    status: 201,
    output: row,
    errors: [
      'PREPAID_CASHOUT_PROHIBITED',
      'CASHOUT_ABOVE_BALANCE',
      'CASHOUT_HELD',
      'CASHOUT_WAITING',
      'CASHOUT_SELF',
      'PAYOUT_FROZEN',
      'CONFLICT',
    ],
  }),
  approve: endpoint({
    name: 'admin.approveCashout',
    summary: '払戻しを承認する（依頼した人以外のオーナー。再度の本人確認が必要。残高が減り、元に戻せない）',
    who: ['owner'],
    params: z.object({ id }),
    status: 200,
    output: row,
    errors: [
      'PREPAID_CASHOUT_PROHIBITED',
      'CASHOUT_ABOVE_BALANCE',
      'CASHOUT_HELD',
      'CASHOUT_SELF',
      'PAYOUT_FROZEN',
      'APPROVAL_OWN',
      'APPROVAL_LINKED',
      'STEP_UP_REQUIRED',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    idempotent: true,
  }),
  decline: endpoint({
    name: 'admin.declineCashout',
    summary: '払戻しの依頼を取り下げる（依頼した人）、または差し戻す（オーナー）',
    who: staff,
    params: z.object({ id }),
    status: 200,
    output: row,
    errors: ['CONFLICT'],
  }),
}
