import type { Transaction } from '@shirogane/contract/resources'

export type Notice = { dedupe_key: string; title: string; message: string }

type Subject = {
  transaction: Transaction
  /** Null where the movement did not lift the customer to another level. */
  new_level_name: string | null
}

const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`
const pt = (amount: number): string => `${amount.toLocaleString('ja-JP')}pt`

/** What a customer is told of a movement of theirs, in one or two notices. */
export function noticesOf({ transaction, new_level_name }: Subject): Notice[] {
  const notice = movementNotice(transaction)
  return [
    ...(notice ? [{ dedupe_key: `movement:${transaction.id}`, ...notice }] : []),
    ...(new_level_name === null
      ? []
      : [
          {
            dedupe_key: `level:${transaction.id}`,
            title: 'ランクが上がりました！',
            message: `${new_level_name}ランクになりました`,
          },
        ]),
  ]
}

function movementNotice(transaction: Transaction): { title: string; message: string } | null {
  const { type, store, spent_total, received_wallet, received_point_total, wallet_after } = transaction
  if (type === undefined) {
    return {
      title: 'お支払いが完了しました',
      message: `${store ? `${store.name}で` : ''}${yen(spent_total)}をお支払いいただきました。`,
    }
  }
  if (type === 'charge') {
    const after = wallet_after ? `（残高 ${yen(wallet_after.balance)}）` : ''
    return { title: 'チャージが完了しました', message: `${yen(received_wallet)}${after}` }
  }
  if (type === 'grant') {
    const given = [received_point_total && pt(received_point_total), received_wallet && yen(received_wallet)]
    const what = given.filter(Boolean).join('と')
    return what
      ? { title: `${what}が付与されました`, message: transaction.message ?? `${what}が付与されました` }
      : null
  }
  return null
}
