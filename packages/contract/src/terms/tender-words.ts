import {
  type CounterTender,
  counterTenders,
  type ExactTender,
  type Tender,
} from '@shirogane/domain/sales/tenders'

/** What each way of paying is called. A new one needs its word here and in `refundedTo`, and elsewhere where another fits. */
export const tenderNames: Readonly<Record<Tender, string>> = {
  points: 'ポイント',
  balance: '残高',
  cash: '現金',
  card: 'カード',
  later: '後払い',
}

/** All that is handed over the counter. */
export const counterNames = counterTenders.map((tender) => tenderNames[tender]).join('・')

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

/** What staff do to give back what is no cash: as a request, and as what an amount is called. */
export const giveBackWords: Readonly<Record<ExactTender, { ask: string; amount: string }>> = {
  card: { ask: 'カード端末で取り消してください', amount: 'カード端末で取り消す金額' },
}
