/** The words of a shop's day: the reasons that staff choose from. Plain data. */
export const cashReasons = ['両替', '釣銭補充', '銀行入金', '小口経費', 'その他'] as const
/** What a day cannot be closed over. */
export const blockerKinds = ['parked', 'pending', 'stock_count'] as const

export const overShortReasons = [
  'お釣りの渡し間違い',
  '打ち間違い',
  '入出金の記録漏れ',
  '両替の間違い',
  '不明',
] as const

/** The departments of the shelf, as a catalogue names the kinds of its articles. */
export const departmentNames = {
  ring: 'リング',
  necklace: 'ネックレス',
  pendant: 'ペンダント',
  bracelet: 'ブレスレット',
  earring: 'ピアス・イヤーカフ',
  brooch: 'ブローチ',
  tableware: '食器',
  care: 'お手入れ用品',
  service: '加工・修理',
  other: 'その他',
} as const
