import { z } from 'zod'
import { written } from '../../../inputs/written.ts'
import { cashoutRow } from '../../../resources/brand/cashouts.ts'
import { id } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { cashoutReasons, cashoutWays } from '../../../terms/cashout-terms.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const requestCashout = endpoint({
  name: 'admin.requestCashout',
  call: 'POST /v1/admin/prepaid/cashouts',
  table: 'staff',
  summary: '有償残高の払戻しを依頼する（法令で認められる場合だけ。オーナーが承認するまで残高は動かない）',
  right: 'cashout',
  note: 'within the law’s quota or for one of its reasons, never for oneself',
  body: z.strictObject({
    id,
    user_id: id,
    amount: z.int().min(1).max(limits.amountMax),
    reason: z.enum(cashoutReasons),
    way: z.enum(cashoutWays),
    note: written.min(1).max(200),
  }),
  status: 201,
  output: cashoutRow,
  errors: [
    'PREPAID_CASHOUT_PROHIBITED',
    'CASHOUT_ABOVE_BALANCE',
    'CASHOUT_HELD',
    'CASHOUT_WAITING',
    'CASHOUT_SELF',
    'PAYOUT_FROZEN',
    'CONFLICT',
  ],
  lost: 'again',
})
