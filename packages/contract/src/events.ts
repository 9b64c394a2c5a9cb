import { z } from 'zod'
import { id, level, transaction, wallet } from './resources.ts'

/** Socket messages. Every event leaves after its commit, at least once; `event_id` lets a client drop a repeat. */
export const namespaces = ['/transactions', '/affiliates', '/users'] as const
export const clientEvents = {
  '/transactions': 'joinTransactionRoom',
  '/affiliates': 'joinAffiliatorRoom',
  '/users': 'joinUsersRoom',
} as const

export const serverEvents = {
  newClientTransaction: z.strictObject({ event_id: z.string(), ...transaction.shape }),
  purchaseSuccess: z.strictObject({
    event_id: z.string(),
    transaction,
    wallet: z.nullable(wallet),
    level: z.nullable(level),
    level_up: z.boolean(),
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

/** The answer to each client event. */
export type Ack = { ok: true } | { ok: false; code: string }
