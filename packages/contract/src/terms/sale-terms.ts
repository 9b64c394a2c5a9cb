/** The words of a sale at the register, without a schema: the screens read them too. */

export const discountKinds = ['percent', 'yen'] as const
export type DiscountKind = (typeof discountKinds)[number]

/** Why something costs less. `other` says it in words. */
export const discountReasons = ['display', 'flaw', 'bundle', 'campaign', 'staff', 'apology', 'other'] as const
export type DiscountReason = (typeof discountReasons)[number]

export type Discount = {
  kind: DiscountKind
  /** Whole percent, or yen. */
  value: number
  reason: DiscountReason
  note?: string | undefined
}

/** Brands as the slip of a card terminal names them. */
export const terminalBrands = ['visa', 'mastercard', 'jcb', 'amex', 'diners', 'other'] as const
export type TerminalBrand = (typeof terminalBrands)[number]

/** What a line that staff typed may be taxed at. */
export const freeTaxRates = [1_000, 800] as const

export const parkedStatuses = ['parked', 'resumed', 'completed', 'discarded', 'expired'] as const
export type ParkedStatus = (typeof parkedStatuses)[number]

/** Why the drawer was opened without a sale. */
export const drawerReasons = ['exchange', 'change', 'check', 'other'] as const
export type DrawerReason = (typeof drawerReasons)[number]
