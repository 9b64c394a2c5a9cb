import { yenSign } from '../money.ts'

/** What whoever takes a cart back has to know of it. */
export function resumeWarning(unavailable: readonly string[], before: number, now: number): string | null {
  if (unavailable.length > 0) return `販売停止のため外しました：${unavailable.join('、')}`
  return before === now ? null : `保留したときから価格が変わりました（${yenSign(before)} → ${yenSign(now)}）`
}
