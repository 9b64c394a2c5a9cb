import { discountKinds, discountReasons } from '@shirogane/contract/terms/sale-terms'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { wholeLine } from '../cart/cart.ts'
import type { Line, OlderLine } from '../cart/cart.ts'
import { heldKeyOf } from '../parked/held.ts'
import { keepSafely } from './keep.ts'
import type { DeviceStorage } from './keep.ts'
import { nothingEntered, payments } from '../tender/tenders.ts'
import type { Entered, Payment } from '../tender/tenders.ts'
import type { Approval, Parked, SignedDeferral, SlipBegun, TerminalSlip } from './sale-parts.ts'

/** An act that was begun and whose result is not known yet. It is written down before anything is sent. */
export type StoredAct = {
  kind: 'scan' | 'settle'
  /** The one Idempotency-Key of this act, for all its repeats. */
  key: string
  /** The body of a completion, to tell whether a later confirmation is the same act again. A scan's is a secret. */
  body: string | null
}

/**
 * What a register keeps on its device, so that a reload at any moment loses nothing. Nothing about the customer is in it:
 * the server is asked for that again.
 */
export type StoredSale = {
  transaction_id: string
  lines: readonly Line[]
  discount: Discount | null
  approval: Approval | null
  terminal: TerminalSlip | null
  begun: SlipBegun | null
  signed: SignedDeferral | null
  parked: Parked | null
  selected: string | null
  entered: Entered
  active: Payment
  /** The sale belongs to a member whose code was scanned. */
  has_member: boolean
  /** The member's rank when the code was scanned, to tell a promotion from the rank after the sale. */
  level_at_scan: number | null
  act: StoredAct | null
  /** The sale is completed and its result is on the screen. */
  is_done: boolean
}

export type SaleStorage = {
  read: () => StoredSale | null
  write: (sale: StoredSale) => void
}

const version = 1
const keyOf = (register_id: string) => `shirogane.till.${register_id}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

function isLine(value: unknown): value is OlderLine {
  return (
    isRecord(value) &&
    typeof value['key'] === 'string' &&
    typeof value['name'] === 'string' &&
    isTextOrNull(value['sku_id']) &&
    isTextOrNull(value['sku']) &&
    isTextOrNull(value['picture']) &&
    isTextOrNone(value['photo']) &&
    (value['piece'] === undefined || typeof value['piece'] === 'boolean') &&
    isAmount(value['unit_price']) &&
    isAmount(value['quantity']) &&
    isAmount(value['tax_rate']) &&
    isDiscountOrNone(value['discount']) &&
    isTextOrNone(value['note']) &&
    (value['weight_mg'] == null || isAmount(value['weight_mg'])) &&
    (value['silver'] == null || isRecord(value['silver']))
  )
}

function isAct(value: unknown): value is StoredAct | null {
  return (
    value === null ||
    (isRecord(value) &&
      (value['kind'] === 'scan' || value['kind'] === 'settle') &&
      typeof value['key'] === 'string' &&
      isTextOrNull(value['body']))
  )
}

/** What older versions of the app did not write may be missing. */
const isTextOrNone = (value: unknown) => value == null || typeof value === 'string'
const isDiscountOrNone = (value: unknown) =>
  value == null ||
  (isRecord(value) &&
    discountKinds.some((kind) => kind === value['kind']) &&
    isAmount(value['value']) &&
    discountReasons.some((reason) => reason === value['reason']))
const isRecordOrNone = (value: unknown) => value == null || isRecord(value)

type OlderSale = Omit<
  StoredSale,
  'lines' | 'discount' | 'approval' | 'terminal' | 'begun' | 'signed' | 'parked'
> &
  Partial<StoredSale> & { lines: readonly OlderLine[] }

function isStoredSale(value: unknown): value is OlderSale {
  if (!isRecord(value)) return false
  const { entered } = value
  return (
    typeof value['transaction_id'] === 'string' &&
    Array.isArray(value['lines']) &&
    value['lines'].every(isLine) &&
    isTextOrNull(value['selected']) &&
    isDiscountOrNone(value['discount']) &&
    ['approval', 'terminal', 'begun', 'signed', 'parked'].every((name) => isRecordOrNone(value[name])) &&
    isRecord(entered) &&
    // An older version may have known fewer ways to pay.
    payments.every((payment) => isAmount(entered[payment] ?? 0)) &&
    payments.some((payment) => payment === value['active']) &&
    typeof value['has_member'] === 'boolean' &&
    (value['level_at_scan'] === null || isAmount(value['level_at_scan'])) &&
    isAct(value['act']) &&
    typeof value['is_done'] === 'boolean'
  )
}

/** Reads what this or an older version of the app has written: anything that is not whole is as good as nothing. */
export function parseStoredSale(text: string | null): StoredSale | null {
  if (text === null) return null
  try {
    const found: unknown = JSON.parse(text)
    if (!isRecord(found) || found['version'] !== version || !isStoredSale(found['till'])) return null
    const none = { discount: null, approval: null, terminal: null, begun: null, signed: null, parked: null }
    const { lines, entered } = found['till']
    return {
      ...none,
      ...found['till'],
      lines: lines.map(wholeLine),
      entered: { ...nothingEntered, ...entered },
    }
  } catch {
    return null
  }
}

export function saleStorage(register_id: string, storage: DeviceStorage = localStorage): SaleStorage {
  return {
    read: () => parseStoredSale(storage.getItem(keyOf(register_id))),
    write: (sale) => keepSafely(storage, keyOf(register_id), JSON.stringify({ version, till: sale })),
  }
}

/**
 * What of sales would be lost with this device's storage: a payment whose result is not known, carts on hold that the server does
 * not have yet, articles in a cart, or nothing.
 */
export function findUnsavedSale(storage: Storage = localStorage): 'completing' | 'held' | 'cart' | null {
  const keys = Object.keys(storage)
  const sales = keys
    .filter((key) => key.startsWith(keyOf('')))
    .flatMap((key) => parseStoredSale(storage.getItem(key)) ?? [])
  if (sales.some(({ act }) => act?.kind === 'settle')) return 'completing'
  if (keys.some((key) => key.startsWith(heldKeyOf('')) && storage.getItem(key) !== '[]')) return 'held'
  return sales.some(({ lines, is_done }) => lines.length > 0 && !is_done) ? 'cart' : null
}
