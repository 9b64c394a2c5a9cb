import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { PointsAs } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import type { EmployeeName, LevelName, RegisterName, StoreName } from './directory-names.ts'
import type { PricedSku, Prices } from './rules.ts'
import { loadLevels, loadPeople, loadSaleSettings, loadSilverRate, loadSkus, loadStores } from '../store.ts'

/** The few small tables that every sale needs names and prices from. */
export type Directory = {
  stores: ReadonlyMap<string, StoreName>
  registers: ReadonlyMap<string, RegisterName>
  /** Of each store, sorted by number. */
  registersOf: ReadonlyMap<string, readonly RegisterName[]>
  employees: ReadonlyMap<string, EmployeeName>
  levels: readonly LevelName[]
  skus: ReadonlyMap<string, PricedSku>
  /** Yen for a gram of silver; null before the first approved rate. */
  price_per_g: number | null
  /** What the points of the next sale are for the tax. */
  points_as: PointsAs
  /** The amount of balance and points that a payment takes without the customer's tap; at 0 no customer is asked. */
  confirm_over: number
  /** Money is taken and given on enrolled devices alone. */
  enrolled_only: boolean
}

/** A price that head office changes counts after at most this long; until then the old one is as good as a minute ago. */
const freshMs = 5_000
const known = new WeakMap<Context, { directory: Promise<Directory>; until: number }>()

/** The directory, read anew where it does not know one of these articles: head office may have just registered it. */
export function directoryWith(ctx: Context, items: PayBody['items']): Promise<Directory> {
  return directoryThat(
    ctx,
    ({ skus }) => items?.every((item) => !('sku_id' in item) || skus.has(item.sku_id)) ?? true,
  )
}

/** The same where it does not know one of these registers: another process may have just set it up. */
export function directoryWithRegisters(
  ctx: Context,
  ids: readonly (string | undefined)[],
): Promise<Directory> {
  return directoryThat(ctx, ({ registers }) => ids.every((id) => id === undefined || registers.has(id)))
}

async function directoryThat(ctx: Context, knowsAll: (directory: Directory) => boolean): Promise<Directory> {
  const directory = await directoryOf(ctx)
  if (knowsAll(directory)) return directory
  known.delete(ctx)
  return directoryOf(ctx)
}

/** Head office has changed something in it: the next request reads it anew. */
export function forgetDirectory(ctx: Context): void {
  known.delete(ctx)
}

/** Read once in a while and not for every sale: it saves each payment two trips to the database. */
export function directoryOf(ctx: Context): Promise<Directory> {
  const at = performance.now()
  const held = known.get(ctx)
  if (held && held.until > at) return held.directory
  const directory = load(ctx)
  known.set(ctx, { directory, until: at + freshMs })
  // A read that failed is no directory: the next sale asks again.
  directory.catch(() => known.delete(ctx))
  return directory
}

async function load({ db }: Context): Promise<Directory> {
  const [stores, people, levels, skus, settings, price_per_g] = await Promise.all([
    loadStores(db),
    loadPeople(db),
    loadLevels(db),
    loadSkus(db),
    loadSaleSettings(db),
    loadSilverRate(db),
  ])
  return {
    stores: new Map(stores.stores.map((store) => [store.id, store])),
    registers: new Map(stores.registers.map((register) => [register.id, register])),
    registersOf: Map.groupBy(stores.registers, ({ store_id }) => store_id),
    employees: new Map(people.map((person) => [person.id, person])),
    levels,
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    ...settings,
    price_per_g,
  }
}

/** The catalogue as a sale is priced by it. */
export function pricesIn({ skus, price_per_g }: Pick<Directory, 'skus' | 'price_per_g'>): Prices {
  return { skuOf: (id) => skus.get(id), price_per_g }
}
