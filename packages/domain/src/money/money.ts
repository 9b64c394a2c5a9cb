/**
 * Money and points are whole numbers with a unit in their type: yen never meet points by accident, and a float never
 * gets in. Both fit a safe integer with room to spare (the largest accepted input has nine digits).
 */
declare const unit: unique symbol
type Yen = number & { readonly [unit]: 'yen' }
type Points = number & { readonly [unit]: 'points' }

/** Basis points: 100 is one percent. */
type BasisPoints = number

function whole(value: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a whole number: ${value}`)
  return value
}

export const yen = (value: number): Yen => whole(value, 'yen') as Yen
const points = (value: number): Points => whole(value, 'points') as Points

/**
 * The consumption tax inside a tax-inclusive total, computed once per document and rate and cut off
 * (domain rule: `floor(total × rate / (100% + rate))`, never per line and summed).
 */
export function taxIncluded(total: Yen, rateBp: BasisPoints): Yen {
  return yen(Math.floor((total * rateBp) / (10_000 + rateBp)))
}

/**
 * Whether the points of a sale were a discount or a way to pay. A tax base without the points means that they were a
 * discount: the rule of that day stands in the sale itself.
 */
export function pointsAs(
  sale: { spent_total: number; tax: readonly { taxable: number }[] },
  used: number,
): 'discount' | 'payment' {
  const taxed = sale.tax.reduce((sum, { taxable }) => sum + taxable, 0)
  return used > 0 && taxed === sale.spent_total ? 'payment' : 'discount'
}

/** What a sale came to, as its receipt says it: points lower it where they are a discount. */
export function saleTotal(sale: Parameters<typeof pointsAs>[0], used: number): number {
  return pointsAs(sale, used) === 'discount' ? sale.spent_total - used : sale.spent_total
}

/** Points earned on a base, cut off once per transaction. */
export function pointsEarned(base: Yen, rateBp: BasisPoints): Points {
  return points(Math.floor((base * rateBp) / 10_000))
}

/** Progress to the next level as a whole percentage from 0 to 100; the top level shows a full bar. */
export function levelProgress(accumulated: Yen, quota: Yen | null): number {
  if (quota === null || quota <= 0) return 100
  return Math.min(100, Math.floor((accumulated * 100) / quota))
}

type SilverTerms = {
  weight_mg: number
  /** Parts of silver in a thousand. */
  fineness: number
  /** Yen for a gram of pure silver. */
  price_per_g: number
  /** What the brand takes for a yen of metal. */
  coefficient_bp: BasisPoints
  labor_fee: number
  stone_fee: number
}

/** What a piece that is priced by its weight costs: cut off once, the work and the stones on top. */
export function silverPrice(terms: SilverTerms): Yen {
  // A kilogram at the highest rate passes what a double holds exactly on the way.
  const metal =
    (BigInt(terms.weight_mg) *
      BigInt(terms.fineness) *
      BigInt(terms.price_per_g) *
      BigInt(terms.coefficient_bp)) /
    10_000_000_000n
  return yen(Number(metal) + terms.labor_fee + terms.stone_fee)
}
