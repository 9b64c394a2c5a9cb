import { z } from 'zod'
import { cashPieces } from '@shirogane/domain/days/count-cash'
import { allTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { blockerKinds } from '../../terms/day-words.ts'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

const person = z.strictObject({ id, number: z.string(), name: z.string() })
const tender = z.strictObject({ count: whole, total: whole })

/** How many of each coin and note; what is left out is none. */
export const countsInput = z.strictObject(
  Object.fromEntries(
    cashPieces.map((piece) => [String(piece), z.int().min(0).max(limits.cashPiecesMax).default(0)]),
  ),
)
const counts = z.record(z.string(), whole)
export const closeNote = z.optional(written.max(limits.closeNoteMax))

/** What came in and went out on a day, or over several. A sale that was voided on its day counts under the voids alone. */
export const dayFigures = z.strictObject({
  sales: z.strictObject({
    count: whole,
    /** After discounts; points that paid for it are in it. */
    total: whole,
    gross: whole,
    discounts: whole,
    pieces: whole,
    /** Sales to members, and how many different members they were. */
    members: whole,
    customers: whole,
  }),
  voids: tender,
  refunds: z.strictObject({
    count: whole,
    total: whole,
    ...eachOf(allTenders, () => whole),
    /** Kept back in place of earned points that were already spent. */
    kept: whole,
  }),
  /** Sales less refunds. */
  net: whole,
  tenders: z.strictObject(eachOf(allTenders, () => tender)),
  balance: z.strictObject({ used_paid: whole, used_bonus: whole, given: whole }),
  charges: z.strictObject({ count: whole, total: whole, cash: whole }),
  later: z.strictObject({ given: whole, collected: whole, collected_cash: whole }),
  /** Articles bought from people, in all ways in which they were paid. */
  buybacks: tender,
  /** How often sales of the day were corrected afterwards. */
  corrections: whole,
  points: z.strictObject({ granted: whole, used: whole, returned: whole, reclaimed: whole, expired: whole }),
  /** Once for each receipt and rate, summed; refunds beside it, as their own receipts say. */
  tax: z.array(
    z.strictObject({ rate: whole, taxable: whole, tax: whole, refunded: whole, refunded_tax: whole }),
  ),
  hours: z.array(z.strictObject({ hour: whole, count: whole, total: whole })),
  employees: z.array(
    z.strictObject({ employee: person, count: whole, total: whole, refunds: whole, voids: whole }),
  ),
  departments: z.array(z.strictObject({ department: z.string(), quantity: whole, total: whole })),
  /** What was sold, what brought most first. */
  goods: z.array(
    z.strictObject({
      sku_id: z.nullable(id),
      sku: z.nullable(z.string()),
      name: z.string(),
      quantity: whole,
      total: whole,
    }),
  ),
})
export type DayFigures = z.infer<typeof dayFigures>

/** The drawer: what it began with, what went through it, and what it must hold. */
const dayCash = z.strictObject({
  /** What the last close left; null before the first. */
  carried: z.nullable(whole),
  /** What was counted in the morning; null before that. */
  float: z.nullable(whole),
  sales: whole,
  refunds: whole,
  charges: whole,
  collections: whole,
  pay_in: whole,
  pay_out: whole,
  /** Paid for articles bought from people. */
  buybacks: whole,
  other: whole,
  expected: whole,
})
export type DayCash = z.infer<typeof dayCash>

export const dayClose = z.strictObject({
  id,
  business_date: businessDate,
  /** Without gaps for each store; a day that is closed anew keeps its number and has the next revision. */
  z_number: whole,
  revision: whole,
  counts,
  counted: whole,
  expected: whole,
  /** Above zero too much, below zero missing. */
  over_short: whole,
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  deposit: whole,
  /** The float of the next day. */
  carry: whole,
  employee: person,
  approved_by: z.nullable(person),
  closed_at: instant,
  /** The hash of this close, over its figures and the hash before it. */
  seal: z.string(),
  reopened: z.nullable(z.strictObject({ at: instant, by: person, reason: z.string() })),
})
export type DayClose = z.infer<typeof dayClose>

export const cashMove = z.strictObject({
  id,
  number: z.string(),
  act: z.enum(['float', 'pay_in', 'pay_out', 'over_short', 'deposit', 'reopen']),
  /** Into the drawer above zero, out of it below. */
  change: whole,
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  employee: person,
  at: instant,
})
export type CashMove = z.infer<typeof cashMove>

export const dayReversal = z.strictObject({
  id,
  act: z.enum(['void', 'refund']),
  number: z.string(),
  /** The sale that it takes back, whole or in part. */
  sale_number: z.nullable(z.string()),
  amount: whole,
  reason: z.nullable(z.string()),
  employee: person,
  approved_by: z.nullable(person),
  at: instant,
})
export type DayReversal = z.infer<typeof dayReversal>

const cashAndCard = z.strictObject({ cash: whole, card: whole })
/** What of a sale was corrected, as it was and as it is; null for what stayed. */
const changed = <Value extends z.ZodType>(value: Value) =>
  z.nullable(z.strictObject({ before: value, after: value }))

export const dayCorrection = z.strictObject({
  id,
  sale_id: id,
  sale_number: z.string(),
  tenders: changed(cashAndCard),
  /** Who is on record as having made the sale. */
  seller: changed(z.string()),
  note: changed(z.nullable(z.string())),
  reason: z.string(),
  employee: person,
  approved_by: z.nullable(person),
  at: instant,
})
export type DayCorrection = z.infer<typeof dayCorrection>

const dayDocuments = z.strictObject({
  /** Receipts that the register printed. */
  printed: whole,
  /** Formal receipts that were made out. */
  formal: whole,
  /** Revenue stamps that printed receipts needed, and what they come to. */
  stamps: tender,
})

export const shopDay = z.strictObject({
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** Those that the caller may look at. */
  stores: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  date: businessDate,
  /** `open` until the close; `reopened` while a closed day stands open again. */
  status: z.enum(['open', 'closed', 'reopened']),
  /** The day on which the next movement will be booked. */
  current_date: businessDate,
  /** The day as it was at its close, or as it stands at this moment. */
  as_of: instant,
  figures: dayFigures,
  cash: dayCash,
  opened: z.nullable(z.strictObject({ counts, counted: whole, employee: person, at: instant })),
  moves: z.array(cashMove),
  /** What was voided and what came back, one by one, as it came. */
  reversals: z.array(dayReversal),
  /** What was corrected of its sales, one by one, as it came. */
  corrections: z.array(dayCorrection),
  papers: dayDocuments,
  /** What has to be finished before this day can be closed. */
  blockers: z.array(
    z.strictObject({
      id,
      kind: z.enum(blockerKinds),
      /** Whose it is, or what the cart is called. */
      name: z.nullable(z.string()),
      since: instant,
    }),
  ),
  /** An earlier day that is not closed; it comes first. */
  earlier_open: z.nullable(businessDate),
  /** The close that stands, and those that it took the place of, the newest first. */
  closes: z.array(dayClose),
  /** What customers owe the store at this moment, and how many of them do. */
  later_open: z.strictObject({ customers: whole, total: whole }),
  /** Closes of the last thirty days in which the drawer differed. */
  closes_with_difference: whole,
  /** A difference of so many yen needs the approval of a second person. */
  approval_from: whole,
})
export type ShopDay = z.infer<typeof shopDay>

/** A movement that could be the whole of a difference, and how. */
export const daySuspect = z.strictObject({
  id,
  number: z.string(),
  kind: z.enum(['sale', 'refund', 'collection', 'charge', 'charge_back', 'buyback', 'pay_in', 'pay_out']),
  /**
   * Its cash never moved; card and cash changed places; its cash did not go back when it was voided; it was booked the
   * wrong way round; its change; a nought too many or too few; two figures that changed places.
   */
  why: z.enum(['same', 'swapped', 'voided', 'direction', 'change', 'zero', 'digits']),
  /** Into the drawer above zero, out of it below, by the books. */
  cash: whole,
  card: whole,
  change: whole,
  employee: z.nullable(person),
  at: instant,
})
export type DaySuspect = z.infer<typeof daySuspect>

export const dayQuery = z.object({ store_id: z.optional(id), date: z.optional(businessDate) })
export const reportPeriod = z
  .object({ store_id: z.optional(id), from: businessDate, until: businessDate })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'PERIOD_REVERSED' })

const periodFigures = z.strictObject({ from: businessDate, until: businessDate, figures: dayFigures })
export const periodReport = z.strictObject({
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  ...periodFigures.shape,
  /** The same number of days before it. */
  before: periodFigures,
  days: z.array(
    z.strictObject({
      date: businessDate,
      closed: z.boolean(),
      count: whole,
      total: whole,
      refunds: whole,
      net: whole,
    }),
  ),
})
export type PeriodReport = z.infer<typeof periodReport>

export const csv = {
  status: 200,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
} as const
