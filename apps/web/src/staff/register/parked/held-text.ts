import { shortenedName } from '@shirogane/contract/inputs/person'
import { yenSign } from '../../shared/cash/money.ts'

/**
 * What a cart is called whose member is known. All staff of the shop see the list of carts, so the name is written as
 * every list of register staff shows it.
 */
export const heldNameOf = (member: string): string => member.split(' ').map(shortenedName).join(' ')

export const heldInWords = (name: string): string => `保留「${name}」`

/** It came when another sale was in hand already. */
export const heldStill = (name: string): string =>
  `「${name}」は呼び出していません。保留の一覧からもう一度呼び出せます。`

/** What the clerk who takes a cart back has to know of it, and of what was read meanwhile. */
export function resumeWarning(
  unavailable: readonly string[],
  before: number,
  now: number,
  read: readonly string[] = [],
): string | null {
  const warnings = [
    unavailable.length > 0
      ? `販売停止のため外しました：${unavailable.join('、')}`
      : before !== now && `保留したときから価格が変わりました（${yenSign(before)} → ${yenSign(now)}）`,
    read.length > 0 && `呼び出した会計に、読み取った商品を加えました：${read.join('、')}`,
  ].filter((one) => one !== false)
  return warnings.length === 0 ? null : warnings.join('。')
}
