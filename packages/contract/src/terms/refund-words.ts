/** Why something comes back, in the words of the register; the last one is said in one's own. */
export const refundReasons = [
  'お客さま都合',
  '不良・破損',
  'サイズ・仕様の違い',
  'レジの打ち間違い',
  'その他',
] as const

/** The shop's own fault: for these also articles come back that are not taken back otherwise. */
const faults: readonly string[] = [refundReasons[1], refundReasons[3]]

export function isBrandFault(reason: string): boolean {
  return faults.includes(reason)
}
