import { z } from 'zod'
import { businessDate, id, instant, payoutFacts, whole } from '../shapes.ts'

const account = {
  bank_code: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  branch_name: z.string(),
  account_type: z.enum(['ordinary', 'current', 'savings']),
  /** All but the last three digits are hidden. */
  account_number: z.string(),
  holder_kana: z.string(),
}

export const payoutPrices = z.strictObject({
  method: z.literal('bank'),
  fee: whole,
  minimum: whole,
  maximum: whole,
  /** The day of the next file: what is asked for until the cut-off before it goes with it. */
  next_run_on: businessDate,
  cutoff_at: instant,
  /** The day on which the money arrives. */
  value_date: businessDate,
  /** What the month of that day has come to so far, where tax is withheld by the month; null where none is. */
  withholding: z.nullable(z.strictObject({ paid: whole, withheld: whole })),
  /** Why no amount at all can be asked for now, to any account; null where one can. */
  refusal: z.nullable(
    z.strictObject({
      code: z.enum(['DEBT_OPEN', 'PAYOUT_STOPPED', 'PAYOUT_FROZEN', 'PAYOUT_PENDING', 'COOLING_OFF']),
      error: z.string(),
    }),
  ),
})
export type PayoutPricing = z.infer<typeof payoutPrices>

/** What the brand paid to an affiliator, as they need it for their taxes. */
export const payoutStatement = z.strictObject({
  number: z.string(),
  issued_on: businessDate,
  payer: z.strictObject({
    company: z.string(),
    postcode: z.string(),
    address: z.string(),
    phone: z.string(),
    registration_no: z.nullable(z.string()),
  }),
  payee: z.strictObject({
    name: z.string(),
    /** T and thirteen digits; null for who is not registered. */
    registration_no: z.nullable(z.string()),
  }),
  /** The first and the last day on which what is paid was earned; null where they are not known. */
  period: z.nullable(z.strictObject({ from: businessDate, until: businessDate })),
  requested_on: businessDate,
  paid_on: businessDate,
  /** The reward, tax included, with the tax in it at its rate: cut off once. */
  amount: whole,
  tax: z.strictObject({ rate: whole, taxable: whole, tax: whole }),
  /** The share of that tax which the payer may deduct without the payee's registration, in basis points; null with it. */
  deductible_bp: z.nullable(whole),
  withholding: whole,
  fee: whole,
  transferred: whole,
  /** Where it went; null for what was paid as balance. */
  account: z.nullable(z.strictObject(account)),
})
export type PayoutStatement = z.infer<typeof payoutStatement>

export const payoutRow = z.strictObject({
  id,
  number: z.string(),
  reference: whole,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  ...payoutFacts.shape,
  requested_at: instant,
  approved_by: z.nullable(z.string()),
  exported_by: z.nullable(z.string()),
  batch: z.nullable(z.strictObject({ id, number: z.string() })),
  settled_at: z.nullable(instant),
  recalled_at: z.nullable(instant),
  cancel_reason: z.nullable(z.string()),
  /** Why it can go into no file as things stand: who is paid can be paid no more. */
  held: z.nullable(z.enum(['kyc', 'suspended', 'stopped', 'debt', 'carried', 'holder'])),
  /** What this caller may do with it now. */
  may: z.strictObject({
    approve: z.boolean(),
    cancel: z.boolean(),
    settle: z.boolean(),
    recall: z.boolean(),
  }),
})
export type PayoutRow = z.infer<typeof payoutRow>

export const payoutBatch = z.strictObject({
  id,
  number: z.string(),
  value_date: businessDate,
  transfers: whole,
  total: whole,
  /** Of its transfers, how many the bank has said nothing about yet. */
  open: whole,
  paid: whole,
  failed: whole,
  sha256: z.string(),
  exported_by: z.string(),
  exported_at: instant,
})
export type PayoutBatch = z.infer<typeof payoutBatch>

export const payoutStatuses = ['requested', 'approved', 'exported', 'paid', 'failed', 'canceled'] as const
