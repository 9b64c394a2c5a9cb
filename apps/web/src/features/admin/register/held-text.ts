import { shortenedName } from '@shirogane/contract/person'
import { yenSign } from '../money.ts'

/**
 * What a cart is called whose member is known. Everybody at the shop sees the list of carts, so the name is written as every
 * list of till staff shows it.
 */
export const heldNameOf = (member: string): string => member.split(' ').map(shortenedName).join(' ')

/** What whoever takes a cart back has to know of it. */
export function resumeWarning(unavailable: readonly string[], before: number, now: number): string | null {
  if (unavailable.length > 0) return `販売停止のため外しました：${unavailable.join('、')}`
  return before === now ? null : `保留したときから価格が変わりました（${yenSign(before)} → ${yenSign(now)}）`
}
