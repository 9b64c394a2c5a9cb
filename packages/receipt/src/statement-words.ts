export const statementTitle = '支払明細書'
/** The law takes a statement for the payee's own invoice once they could object and did not. */
export const statementObjection =
  '記載内容に誤りがある場合は14日以内にお知らせください。連絡がない場合は確認いただいたものとします。'

/** The days on which a service was done, which the law wants named. */
export const periodWord = '対象期間'

/** 2026年11月1日〜11月15日 */
export function periodText({ from, until }: { from: string; until: string }): string {
  const [year, month, day] = partsOf(until)
  const last = `${month}月${day}日`
  const [firstYear, firstMonth, firstDay] = partsOf(from)
  const first = `${firstYear}年${firstMonth}月${firstDay}日`
  if (from === until) return first
  return `${first}〜${firstYear === year ? last : `${year}年${last}`}`
}

const partsOf = (date: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return [year, month, day]
}

/** What stands on the statement of a payout beside its figures. */
export const statementWords = {
  date: (year: number, month: number, day: number) => `${year}年${month}月${day}日`,
  issuedOn: (date: string) => `発行日 ${date}`,
  payee: (name: string) => `${name} 様`,
  paid: '下記のとおりお支払いしました。',
  amountPaid: 'お支払額',
  amountTransferred: 'お振込額',
  content: '内容',
  reward: '紹介報酬',
  requestedOn: '申請日',
  paidOn: '支払日',
  transferredOn: '振込日',
  amount: '報酬額（税込）',
  tax: (rate: string, taxable: string) => `${rate}対象 ${taxable}（内消費税）`,
  withholding: '源泉徴収税額',
  method: '受取方法',
  balance: '残高',
  fee: '振込手数料',
  account: '振込先',
  holder: '口座名義',
} as const
