import type { PointsAs } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { loadLevels, loadPeople, loadPointsAs, loadSkus, loadStores } from './store.ts'
import type { PricedSku } from './rules.ts'

export type StoreName = { id: string; code: string; name: string }
export type RegisterName = { id: string; store_id: string; number: number }
export type EmployeeName = { id: string; number: string; name: string }
export type LevelName = { level_index: number; name: string; rate_bp: number }

/** The few small tables that every sale needs names and prices from. */
export type Directory = {
  stores: ReadonlyMap<string, StoreName>
  /** Sorted by number within each store. */
  registers: readonly RegisterName[]
  employees: ReadonlyMap<string, EmployeeName>
  levels: readonly LevelName[]
  skus: ReadonlyMap<string, PricedSku>
  /** What the points of the next sale are for the tax. */
  points_as: PointsAs
}

/** A price that head office changes counts after at most this long; until then the old one is as good as a minute ago. */
const freshMs = 5_000
const known = new WeakMap<Context, { directory: Promise<Directory>; until: number }>()

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
  const [stores, people, levels, skus, points_as] = await Promise.all([
    loadStores(db),
    loadPeople(db),
    loadLevels(db),
    loadSkus(db),
    loadPointsAs(db),
  ])
  return {
    stores: new Map(stores.stores.map((store) => [store.id, store])),
    registers: stores.registers,
    employees: new Map(people.map((person) => [person.id, person])),
    levels,
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    points_as,
  }
}
