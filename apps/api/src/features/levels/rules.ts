import { yen } from '../../lib/amounts-text.ts'
import { longDayText } from '../../lib/dates-text.ts'

/** A rank that will fall at the end of this year, and what keeps it. */
export function fallText(
  { name_before, name_after, missing }: { name_before: string; name_after: string; missing: number },
  year: number,
): string {
  return `現在のご利用状況では、${year + 1}年1月1日に会員ランクが「${name_before}」から「${name_after}」に変わります。12月31日までにあと${yen(missing)}のお買い上げ（ポイントでのお支払い分を除く）で、「${name_before}」を継続いただけます。`
}

/** A rank that head office gave, or the end of one: then the rank by purchases is back. */
export function givenText({
  reason,
  name_before,
  name_after,
  until,
}: {
  reason: 'given' | 'ended'
  name_before: string
  name_after: string
  until: string | null
}): string {
  const change = `会員ランクが「${name_before}」から「${name_after}」に変わりました。`
  if (reason === 'ended') return `付与された会員ランクの期間が終わり、${change}`
  return until === null ? change : `${change}「${name_after}」は${longDayText(until)}までご利用いただけます。`
}
