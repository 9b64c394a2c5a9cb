import { z } from 'zod'
import { id, level, transaction, wallet, whole } from '../resources/shapes.ts'

/** Socket messages. Every event leaves after its commit, at least once unless it says otherwise; `event_id` lets a client drop a repeat. */
export const namespaces = ['/transactions', '/affiliates', '/users'] as const
export const clientEvents = {
  '/transactions': 'joinTransactionRoom',
  '/affiliates': 'joinAffiliatorRoom',
  '/users': 'joinUsersRoom',
} as const

/**
 * The refusals of a payment that are shown on the phone whose code was scanned: what its owner has, what they may spend
 * in one go or on one day, and what they may owe. All others are between the shop and its register, or between the brand
 * and a person who is not signed in any more.
 */
export const notifiedRefusals = [
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_POINT',
  'PAY_LIMIT_ONCE',
  'PAY_LIMIT_DAY',
  'LATER_UNAVAILABLE',
  'DEFERRED_LIMIT',
  'DEFERRED_OVERDUE',
] as const

export const serverEvents = {
  newClientTransaction: z.strictObject({ event_id: z.string(), ...transaction.shape }),
  purchaseSuccess: z.strictObject({
    event_id: z.string(),
    transaction,
    wallet: z.nullable(wallet),
    level: z.nullable(level),
    level_up: z.boolean(),
  }),
  /**
   * A register's try to take a payment was refused, and nothing has moved. It is told once and at once or not at all: a
   * phone that hears of it later would speak of something that is long over.
   */
  purchaseRefused: z.strictObject({
    event_id: z.string(),
    code: z.enum(notifiedRefusals),
    /** The yen that the balance lacks; null for every other refusal. */
    shortage: z.nullable(whole),
    /** The register keeps the scanned code for its next try, and a new code on the phone takes nothing from it. */
    code_held: z.boolean(),
  }),
  becomeAffiliator: z.strictObject({
    event_id: z.string(),
    affiliator: z.nullable(z.strictObject({ user_id: id, code: z.string(), invite_url: z.string() })),
    success: z.boolean(),
    message: z.string(),
  }),
  /** A question that the listener is asked or waits for was asked, answered or taken back: what stands in it is read. */
  approvalChange: z.strictObject({ event_id: z.string(), approval_id: id }),
  /** A large payment was put before its customer, answered or taken back: what stands is read. */
  confirmationChange: z.strictObject({ event_id: z.string(), confirmation_id: id, transaction_id: id }),
  verificationChange: z.strictObject({ event_id: z.string(), verified: z.boolean() }),
}
export type NewClientTransaction = z.infer<typeof serverEvents.newClientTransaction>
export type VerificationChange = z.infer<typeof serverEvents.verificationChange>
export type BecomeAffiliator = z.infer<typeof serverEvents.becomeAffiliator>
export type ApprovalChange = z.infer<typeof serverEvents.approvalChange>
export type ConfirmationChange = z.infer<typeof serverEvents.confirmationChange>
export type PurchaseSuccess = z.infer<typeof serverEvents.purchaseSuccess>
export type PurchaseRefused = z.infer<typeof serverEvents.purchaseRefused>

/** The answer to each client event. */
export type Ack = { ok: true } | { ok: false; code: string }
