import { cashPieces } from '@shirogane/domain/days/count-cash'
import { callOrThrow, signIn } from '../lib/call.ts'
import { step } from '../lib/progress.ts'
import type { Service } from '../lib/service.ts'
import { addHistory } from './history.ts'
import { type Figure, number } from './report.ts'
import { median } from './statistics.ts'
import { password, type World } from './world.ts'

type Side = { world: World; service: Service }

const sales = { many: 20_000, few: 2_000 }
/** Each shop's day closes once, so each round has a shop of its own. */
const clerks = ['E0004', 'E0005', 'E0006']

/** The end of a day that no shop has seen, as the register ends it: added up, compared with the drawer and kept for good. */
export async function measureCloses(large: Side, small: Side): Promise<Figure> {
  const much: number[] = []
  const little: number[] = []
  for (const clerk of clerks) {
    little.push(await closeAfter(small, clerk, sales.few))
    much.push(await closeAfter(large, clerk, sales.many))
    step(
      `a day of ${number(sales.many)} sales closed in ${number(much.at(-1)!, 2)} ms, of ${number(sales.few)} in ${number(little.at(-1)!, 2)} ms`,
    )
  }
  return {
    what: `close of a day of ${number(sales.many)} sales`,
    measured: `${number(median(much), 2)} ms`,
    yardstick: `of ${number(sales.few)}: ${number(median(little), 2)} ms`,
    value: median(much) / median(little),
    unit: '×',
    floor: 10,
    goal: 6,
    better: 'less',
  }
}

async function closeAfter({ world, service }: Side, clerk: string, total: number): Promise<number> {
  const until = new Date(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`)
  const date = until.toISOString().slice(0, 10)
  await addHistory(world.db, { total, own: 0, actEach: 11, rush: { clerk, until, hours: 8 } })
  // The days of the history were never closed; this one is the next.
  const { rows } = await world.db.query<{ id: string }>(
    `update stores s set closed_until = $2::date - 1 from employees e
     where e.number = $1 and s.id = e.store_id returning s.id`,
    [clerk, date],
  )
  const store_id = rows[0]!.id
  const { access } = await signIn(service.origin, `clerk${Number(clerk.slice(1))}`, password)
  const url = `${service.origin}/v1/admin/register/close`
  const { cash } = await callOrThrow<{ cash: { expected: number } }>(
    `${url}?store_id=${store_id}&date=${date}`,
    { access },
  )
  const startedAt = performance.now()
  await callOrThrow(url, {
    method: 'POST',
    access,
    key: crypto.randomUUID(),
    body: { store_id, date, float: {}, counted: piecesOf(cash.expected), expected: cash.expected },
  })
  return performance.now() - startedAt
}

/** Coins and notes that come to this amount, as few as there can be. */
function piecesOf(amount: number): Record<string, number> {
  let left = amount
  return Object.fromEntries(
    cashPieces.map((piece) => {
      const count = Math.floor(left / piece)
      left -= count * piece
      return [String(piece), count]
    }),
  )
}
