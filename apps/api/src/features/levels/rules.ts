import { yen } from '../../lib/amounts.ts'

/** A rank that will fall at the end of this year, and what keeps it. */
export function fallText(
  { name_before, name_after, missing }: { name_before: string; name_after: string; missing: number },
  year: number,
): string {
  return `現在のご利用状況では、${year + 1}年1月1日に会員ランクが「${name_before}」から「${name_after}」に変わります。12月31日までにあと${yen(missing)}のお買い上げ（ポイントでのお支払い分を除く）で、「${name_before}」を継続いただけます。`
}
