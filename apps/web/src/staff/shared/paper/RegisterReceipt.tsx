import { lazySheet } from '../lazy-parts.tsx'

/** The paper of a movement, for every part of the staff's area that hands one out. */
export const RegisterReceipt = lazySheet(() =>
  import('../../register/receipt/RegisterReceiptSheet.tsx').then(
    ({ RegisterReceiptSheet }) => RegisterReceiptSheet,
  ),
)
