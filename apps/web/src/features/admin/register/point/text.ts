import { pointsText } from '../../../../lib/money.ts'

/** The words of handing points over. */
export const text = {
  kind: 'ポイントの渡し方',
  give: '付与',
  move: '会員から会員へ',
  giver: 'ポイントを渡す会員',
  receiver: 'ポイントを受け取る会員',
  member: '会員',
  reason: '理由',
  reasons: ['レシート忘れ', 'キャンペーン', 'お詫び', 'その他'],
  other: 'その他',
  otherReason: '理由の内容',
  reasonNeeded: '理由を入力してください。',
  points: 'ポイント',
  usable: (points: number) => `渡せるポイント ${pointsText(points)}`,
  tooMany: '利用できるポイントが不足しています。',
  toConfirm: (points: number) => `${pointsText(points)}の確認へ`,
  needMember: '会員を読み取ってください',
  needBoth: 'お二人のコードを読み取ってください',
  needPoints: 'ポイントを入力してください',
  offline: 'オフラインのため操作できません',
  giveQuestion: (name: string, points: number) => `${name} 様に${pointsText(points)}を付与しますか？`,
  moveQuestion: (from: string, to: string, points: number) =>
    `${from} 様から${to} 様へ${pointsText(points)}を移しますか？`,
  giveYes: '付与する',
  moveYes: '移す',
  because: (reason: string) => `理由：${reason}`,
  keepsEnd: '有効期限は、渡す会員のときのまま引き継がれます。',
  given: (name: string, points: number) => `${name}様に ${pointsText(points)} を付与しました`,
  moved: (from: string, to: string, points: number) =>
    `${from}様から${to}様へ ${pointsText(points)} を移しました`,
  after: 'ポイント残高',
  takeBackQuestion: 'この付与を取り消しますか？',
  takeBackNote: '当日中だけ取り消せます。使われた分は、次に獲得するポイントから差し引かれます。',
} as const
