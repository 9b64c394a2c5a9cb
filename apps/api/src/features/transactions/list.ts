import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { presentCharge } from './charge/charge-present.ts'
import { listChargeCards, listUnsettled } from './charge/charge-store.ts'
import { directoryOf } from './sale/directory.ts'
import { countOwn, listLinesOf, listOwn, type Narrowing, sumMonths, takenBack } from './history/list-store.ts'
import { statesOf } from './later/states.ts'
import { rewardsOf } from './history/reward-facts.ts'
import { payoutsOf } from './payouts/facts.ts'
import { presentTransaction } from './history/present.ts'

/** From this page on, counting from the start is dearer than remembering where the page before ended. */
const deepPage = 20
/** How long a charge that failed is still worth a line. */
const failedShownMs = 86_400_000
const placesMax = 5_000
/** The movement after which a page begins. */
const places = new WeakMap<Context, Map<string, string>>()

export async function listTransactions(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, with: extra, ...narrowing } }: Input<'transactions.list'>,
): Promise<Output<'transactions.list'>> {
  const known = placesOf(ctx)
  // A new movement shifts all that follow, and another process may have served the page before: a place holds only for
  // the list as it was.
  const newestId = page + 1 >= deepPage ? await findNewest(ctx, actor, narrowing) : null
  const place = (number: number): string =>
    `${actor.user_id} ${JSON.stringify(narrowing)} ${limit} ${newestId} ${number}`
  const after = page >= deepPage ? (known.get(place(page)) ?? null) : null

  const [rows, counted, directory] = await Promise.all([
    listOwn(ctx.db, {
      customerId: actor.user_id,
      narrowing,
      after,
      skip: (page - 1) * limit,
      limit: limit + 1,
    }),
    countOwn(ctx.db, actor.user_id, narrowing),
    directoryOf(ctx),
  ])
  const shown = rows.slice(0, limit)
  const [newest, oldest] = [shown[0], shown.at(-1)]
  if (page + 1 >= deepPage && oldest && rows.length > limit) remember(known, place(page + 1), oldest.id)

  const [lines, cards, months, unsettled, states, payouts, rewards, returned] = await Promise.all([
    listLinesOf(
      ctx.db,
      shown.map((row) => row.id),
    ),
    listChargeCards(ctx.db, shown),
    extra === 'months' && newest && oldest
      ? sumMonths(ctx.db, actor.user_id, narrowing, {
          oldest: oldest.completed_at,
          newest: newest.completed_at,
        })
      : [],
    page === 1 && isWide(narrowing)
      ? listUnsettled(ctx.db, actor.user_id, new Date(ctx.now().getTime() - failedShownMs))
      : [],
    statesOf(ctx, shown),
    payoutsOf(ctx.db, shown),
    rewardsOf(ctx.db, shown),
    takenBack(ctx.db, shown),
  ])
  const items = rows.map((row) => ({
    ...presentTransaction(row, lines.get(row.id) ?? [], directory, cards.get(row.id), rewards.get(row.id)),
    ...(states.has(row.id) && { later: states.get(row.id) }),
    ...payouts.get(row.id),
    ...(returned.has(row.id) && { status: 'deleted' as const }),
  }))
  return {
    ...pageOf(items, { page, limit, counted }),
    unsettled: unsettled.map(presentCharge),
    ...(extra === 'months' && { months }),
  }
}

async function findNewest(ctx: Context, actor: Actor, narrowing: Narrowing): Promise<string | null> {
  const asked = { customerId: actor.user_id, narrowing, after: null, skip: 0, limit: 1 }
  const [newest] = await listOwn(ctx.db, asked)
  return newest?.id ?? null
}

/** Narrowed to nothing, or to charges: the customer may be looking for a charge that is not a movement. */
function isWide({ filter, ...rest }: Narrowing): boolean {
  const isNarrowed = Object.values(rest).some((value) => value !== undefined)
  return (filter === 'all' || filter === 'charge') && !isNarrowed
}

function placesOf(ctx: Context): Map<string, string> {
  const known = places.get(ctx) ?? new Map<string, string>()
  places.set(ctx, known)
  return known
}

function remember(known: Map<string, string>, key: string, id: string): void {
  if (known.size >= placesMax) known.clear()
  known.set(key, id)
}
