import type { BuybackWish } from './buy-back.ts'

/** How far a purchase has come. */
export type PurchaseStanding = {
  /** What may be stolen is stopped: written down, and not paid for. */
  status: 'paid' | 'stopped'
  paid_by: BuybackWish['paid_by']
  /** The transfer for it was made. */
  is_transferred: boolean
  /** It was taken back. */
  is_reversed: boolean
}

/** Whether it was paid for and stands: it was not taken back, and no bank has paid it out. */
export const isOpen = ({ status, is_transferred, is_reversed }: PurchaseStanding): boolean =>
  status === 'paid' && !is_transferred && !is_reversed

/** Whether a transfer is owed for it: it was neither made nor called off. */
export const awaitsBank = (purchase: PurchaseStanding): boolean =>
  purchase.paid_by === 'bank' && isOpen(purchase)
