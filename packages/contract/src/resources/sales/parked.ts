import { z } from 'zod'
import { id, instant, item, whole } from '../shapes.ts'
import { parkedStatuses } from '../../terms/sale-terms.ts'
import { sku } from '../brand/skus.ts'
import { cart, saleItems } from './transactions.ts'
import { written } from '../../inputs/written.ts'

/** A cart that was put aside, as the list shows it. */
export const parkedSale = z.strictObject({
  id,
  name: z.string(),
  status: z.enum(parkedStatuses),
  /** Grows with every act on it: a register that knows an older one has to look again. */
  version: whole,
  /** What it came to when it was put aside. */
  total: whole,
  pieces: whole,
  /** At the prices of now. */
  items: z.array(item),
  customer: z.nullable(z.strictObject({ id, name: z.string() })),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** The register that put it aside, or has it in hand. */
  register: z.strictObject({ id, number: whole }),
  employee: z.string(),
  parked_at: instant,
  expires_at: instant,
  /** Whether its articles are sold to no other customer until it ends. */
  keeps_goods: z.boolean(),
  /** Until when a register has it in hand; null while it waits, and once that is over. */
  held_until: z.nullable(instant),
})
export type ParkedSale = z.infer<typeof parkedSale>

/** The cart itself, for the register that takes it back. */
export const resumedSale = z.strictObject({
  parked: parkedSale,
  cart: z.strictObject({ items: saleItems, discount: cart.discount }),
  /** The articles of the cart as the catalogue knows them now. */
  skus: z.array(sku),
  /** What it comes to now; a price may have changed since it was put aside. */
  total: whole,
  /** Names of what is not sold any more, and so left out. */
  unavailable: z.array(z.string()),
})
export type ResumedSale = z.infer<typeof resumedSale>

export const parkedName = written.min(1).max(30)
