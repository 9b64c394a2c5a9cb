/**
 * What the calls are about, in the order in which the API page shows them: by the first part of the path, and for head
 * office by the second one too.
 */
export const groups = {
  auth: 'ログイン、登録、セッション、追加の本人確認',
  users: '会員とスタッフ自身のこと、会員コードの発行',
  levels: 'ランク',
  addresses: '郵便番号と住所',
  files: '画像のアップロード',
  legal: '規約と法令にもとづく表示',
  notifications: 'お知らせとプッシュ通知',
  contacts: 'お問い合わせ',
  campaigns: 'キャンペーン',
  transactions: 'お会計、返金、チャージ、交換、取引の一覧と検索',
  'payment-methods': '登録したカード',
  'payout-methods': '受取口座',
  affiliates: '紹介と報酬',
  skus: '商品',
  inventory: '在庫、入荷、移動、棚卸',
  approvals: '責任者の承認',
  gateway: '決済代行会社からの通知',
  'admin/register': 'レジの一日: 釣銭準備金、入出金、レジ締め',
  'admin/store': '店舗のスタッフ',
  'admin/stores': '店舗とレジの登録',
  'admin/user': '会員の詳細、停止、メモ、後払い',
  'admin/users': '会員の検索',
  'admin/kyc': '本人確認の審査',
  'admin/contacts': 'お問い合わせへの対応',
  'admin/campaigns': 'キャンペーンの登録',
  'admin/levels': 'ランクの設定',
  'admin/content': 'ホームのバナー',
  'admin/silver': '地金単価',
  'admin/site': '設定',
  'admin/legal': '規約と表示の公開',
  'admin/buybacks': '買取',
  'admin/cash_checks': '高額の現金取引の確認',
  'admin/affiliators': '紹介者の管理',
  'admin/affiliates': '紹介の確認',
  'admin/payout-methods': '受取口座の確認',
  'admin/payout-stops': '振込の停止の解除',
  'admin/books': '帳簿の照合と出金の停止',
  'admin/schedules': '自動処理の予定と結果',
  'admin/payouts': '振込の承認、振込データ、結果の取り込み',
  'admin/prepaid': '前払式の帳簿',
  'admin/log': '操作の記録',
} as const
export type Group = keyof typeof groups

export function groupOf(path: string): Group {
  const [, , first = '', second = ''] = path.split('/')
  const group = first === 'admin' ? `admin/${second}` : first
  if (!Object.hasOwn(groups, group)) throw new Error(`${path} belongs to no group of the API page`)
  return group as Group
}
