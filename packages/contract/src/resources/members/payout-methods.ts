import { z } from 'zod'
import { accountTypes, readAccountNumber, readHolder, readYucho, yuchoCode } from '@shirogane/bank/kana'
import { id, instant } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

export const bankCode = z.string().regex(/^\d{4}$/)
const branchCode = z.string().regex(/^\d{3}$/)
const accountType = z.enum(accountTypes)

/** Why nothing can be paid to an account until staff have looked at it. */
const accountTroubles = ['stopped', 'failed', 'holder', 'review', 'refused'] as const
export type AccountTrouble = (typeof accountTroubles)[number]

export const payoutMethod = z.strictObject({
  id,
  type: z.literal('bank'),
  data: z.strictObject({
    bank_code: bankCode,
    bank_name: z.string(),
    branch_code: branchCode,
    branch_name: z.string(),
    account_type: accountType,
    /**
     * All but the last three digits are hidden, from its owner too: another person who holds the phone reads no more
     * than that.
     */
    account_number: z.string().regex(/^\*{4}\d{3}$/),
    account_name_kana: z.string(),
  }),
  default: z.boolean(),
  /** From when on money may leave to it. */
  usable_from: instant,
  /**
   * `stopped`: its owner knows nothing of it. `failed`: a transfer came back. `holder`: the name is no longer that of the member. `review`: a corporation's, which head
   * office has not looked at yet. `refused`: it has, and nothing goes there.
   */
  trouble: z.nullable(z.enum(accountTroubles)),
  /** What the bank said of the transfer that came back, or head office of the account. */
  trouble_reason: z.nullable(z.string()),
  created_at: instant,
})
export type PayoutMethod = z.infer<typeof payoutMethod>

/** A bank or a branch, as the search finds it. */
const place = z.strictObject({ code: z.string(), name: z.string(), kana: z.string() })
export type BankPlace = z.infer<typeof place>
export const foundPlaces = z.strictObject({ items: z.array(place) })

export const bankQuery = written.min(1).max(40)

const isRefused = (text: string, refusal: string): boolean => {
  const holder = readHolder(text)
  return 'refusal' in holder && holder.refusal === refusal
}
const holder = z
  .string()
  .min(1, 'REQUIRED')
  .max(1024)
  .refine((text) => !isRefused(text, 'ACCOUNT_HOLDER_FORMAT'), 'ACCOUNT_HOLDER_FORMAT')
  .refine((text) => !isRefused(text, 'ACCOUNT_HOLDER_TOO_LONG'), 'ACCOUNT_HOLDER_TOO_LONG')

/** An account as its owner names it: by branch and number, or at the post office by the symbol and number of the passbook. */
const byNumber = z.strictObject({
  bank_code: bankCode,
  branch_code: branchCode,
  account_type: accountType,
  account_number: z
    .string()
    .max(1024)
    .refine((text) => readAccountNumber(text) !== null, 'ACCOUNT_NUMBER_FORMAT'),
  account_name_kana: holder,
})
const bySymbol = z
  .strictObject({
    bank_code: z.literal(yuchoCode),
    symbol: z.string().max(1024),
    number: z.string().max(1024),
    account_name_kana: holder,
  })
  .refine(({ symbol, number }) => readYucho(symbol, number) !== null, {
    path: ['number'],
    error: 'YUCHO_FORMAT',
  })
export const accountInput = z.strictObject({ type: z.literal('bank'), data: z.union([bySymbol, byNumber]) })
export type NamedAccount = z.infer<typeof accountInput>['data']

export const payoutMethodReview = z.strictObject({
  id,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  /** The member's name in kana as their documents have it. */
  kyc_name_kana: z.string(),
  ...payoutMethod.shape.data.shape,
  /** When this very account was named: the person who decides says which one they saw. */
  changed_at: instant,
  /** Not whose it is. */
  may_decide: z.boolean(),
})
export type AccountReview = z.infer<typeof payoutMethodReview>

/** A member whose rewards stand still, because they know nothing of an account in their name. */
export const payoutMethodStop = z.strictObject({
  id,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  bank_name: z.string(),
  branch_name: z.string(),
  account_type: accountType,
  account_number: z.string().regex(/^\*{4}\d{3}$/),
  account_name_kana: z.string(),
  /** By the number of a letter; otherwise by the member, signed in. */
  by_letter: z.boolean(),
  stopped_at: instant,
  /** Not whose it is. */
  may_lift: z.boolean(),
})
export type PayoutStop = z.infer<typeof payoutMethodStop>

export const accountRefusals = [
  'NOT_VERIFIED',
  'STEP_UP_REQUIRED',
  'KYC_REQUIRED',
  'BANK_NOT_FOUND',
  'BRANCH_NOT_FOUND',
  'ACCOUNT_HOLDER_MISMATCH',
  'PAYOUT_METHOD_TAKEN',
  'PAYOUT_METHOD_SHARED',
] as const
