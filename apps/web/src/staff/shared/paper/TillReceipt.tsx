import { lazySheet } from '../lazy-parts.tsx'

/** The paper of a movement, for every part of the staff's area that hands one out. */
export const TillReceipt = lazySheet(() =>
  import('../../register/receipt/TillReceiptSheet.tsx').then(({ TillReceiptSheet }) => TillReceiptSheet),
)
