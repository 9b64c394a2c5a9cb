import type { CounterTender, Tender } from '@shirogane/domain/sales/tenders'

/** What each way of paying is called. A new one needs its word here and in `refundedTo`, and elsewhere where another fits. */
export const tenderNames: Readonly<Record<Tender, string>> = {
  points: 'ポイント',
  balance: '残高',
  cash: '現金',
  card: 'カード',
  later: '後払い',
}

/** Among staff, for whom a card is a terminal beside the register. */
export const staffTenderNames: typeof tenderNames = { ...tenderNames, card: 'カード端末' }

/** On receipts. */
export const paperTenderNames: typeof tenderNames = {
  ...tenderNames,
  points: 'ポイント払い',
  balance: '残高払い',
  card: 'クレジットカード利用',
}

/** How what was handed over the counter comes back, in a sentence behind the amount. */
export const refundedTo: Readonly<Record<CounterTender, string>> = { cash: '現金で', card: 'カードに' }
