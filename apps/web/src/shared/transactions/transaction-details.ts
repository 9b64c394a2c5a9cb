import type { Transaction, TransactionDetails } from '@shirogane/contract/resources/shapes'

/** A movement of which no more is known than a list or an event tells; its page asks for the rest. */
export const bareDetails = (transaction: Transaction): TransactionDetails => ({
  ...transaction,
  point_reasons: [],
  item_points: [],
  pending_points: null,
  reward_reasons: [],
  original: null,
  till: null,
  has_receipt: false,
  later_payments: [],
})
