import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amountInput, id, transaction } from './resources.ts'

/** A charge, and where the card's bank still wants to see its holder, the page that shows the bank's. */
const charge = z.strictObject({
  ...transaction.shape,
  three_d_secure: z.nullable(
    z.strictObject({
      frame_url: z.url(),
      public_key: z.nullable(z.string()),
      /** The gateway's name of the charge. */
      charge: z.string(),
    }),
  ),
})
export type Charge = z.infer<typeof charge>

export const charges = {
  charge: endpoint({
    name: 'transactions.charge',
    summary: '登録済みのカードでチャージする（処理中から、完了または失敗のどちらかになる）',
    who: ['customer'],
    body: z.strictObject({ payment_method_id: id, amount: amountInput }),
    status: 200,
    output: charge,
    errors: [
      'NOT_VERIFIED',
      'CARD_UNAVAILABLE',
      'TOPUP_RANGE',
      'TOPUP_MINOR_LIMIT',
      'TOPUP_LIMIT_DAY',
      'BALANCE_LIMIT',
      'CARD_EXPIRED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    idempotent: true,
  }),
  atRegister: endpoint({
    name: 'transactions.chargeCash',
    summary: 'レジでの現金チャージ（会員のコードで。消費税は不課税。当日中は取り消せる）',
    who: ['register', 'manager'],
    body: z.strictObject({
      /** Whose code was scanned just now, or a member by id, of whom the register has a reason to know. */
      to: z.string().min(1).max(4096),
      amount: amountInput,
      /** What was handed over; change is what exceeds the amount. */
      cash_tendered: amountInput,
      register_id: z.optional(id),
    }),
    status: 200,
    output: transaction,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'QR_INVALID',
      'QR_EXPIRED',
      'QR_ALREADY_USED',
      'QR_CLAIMED',
      'SELF_DEALING',
      'CUSTOMER_SUSPENDED',
      'MEMBER_UNVERIFIED',
      'TOPUP_RANGE',
      'TOPUP_MINOR_LIMIT',
      'BALANCE_LIMIT',
      'TENDERED_SHORT',
      'CASH_KYC_REQUIRED',
      'SUSPICIOUS_HOLD',
      'PAYMENT_UNKNOWN',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
    ],
    idempotent: true,
  }),
  finishCharge: endpoint({
    name: 'transactions.finishCharge',
    summary: 'カード会社の本人認証のあとにチャージを完了する（何度呼んでも一度だけ）',
    who: ['customer'],
    params: z.object({ id }),
    body: z.strictObject({
      /** The reader left the bank's page: the charge is given up, and nothing is taken. */
      cancelled: z.optional(z.literal(true)),
    }),
    status: 200,
    output: charge,
    errors: ['NOT_VERIFIED', 'CARD_UNAVAILABLE', 'TXN_NOT_FOUND'],
  }),
}
