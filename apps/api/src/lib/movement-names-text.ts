import type { Transaction } from '@shirogane/contract/resources/shapes'
import type { TransactionRow } from '@shirogane/ledger'

/**
 * What a movement of a customer is called where people keep books: in files, in the trade's words. Screens have those of
 * their pictures.
 */
export const movementNames: Readonly<
  Record<Exclude<TransactionRow['kind'], 'cash'> | NonNullable<Transaction['type']>, string>
> = {
  payment: 'お支払い',
  charge: 'チャージ',
  refund: '返金',
  void: '取消',
  grant: 'ポイント付与',
  expire: 'ポイント失効',
  convert: 'ポイント交換',
  transfer: 'ポイント移行',
  reward: '紹介報酬',
  payout: '振込',
  later_payment: '後払いのお支払い',
  buyback: '買取',
  adjustment: '調整',
  prepaid_cashout: '残高の払戻し',
  notification: 'お知らせ',
}
