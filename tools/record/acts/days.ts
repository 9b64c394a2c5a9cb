import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { type Act, approvalOf, ask, homeOf, keyed, members, type Stage, storeOf } from '../act.ts'
import type { World } from '../world.ts'

type Day = { date: string; cash: { expected: number; carried: number; float: number | null } }

const piecesOf = (yen: number) => ({ 1: yen % 1_000, 1000: Math.floor(yen / 1_000) })

/** The day that has to be closed before any other, as the refusal of today's float names it. */
async function leftOpen(
  { world }: Stage,
  register: Caller,
  day: Day,
  store_id: string,
): Promise<string | null> {
  const float = { store_id, date: day.date, counts: piecesOf(day.cash.carried) }
  const { body } = await register.call('admin.countFloat', keyed(float))
  const { code, message = '' } = (body ?? {}) as { code?: string; message?: string }
  const [, month, date] = /(\d+)月(\d+)日/.exec(message) ?? []
  if (code !== 'CLOSE_ORDER' || month === undefined || date === undefined) return null
  const today = tokyoDate(world.clock.now())
  const year = Number(today.slice(0, 4))
  const named = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return named > today.slice(5) ? `${year - 1}-${named}` : `${year}-${named}`
}

async function closeDay(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = draw.pick(['manager', 'clerk', 'otherManager'] as const)
  const store_id = await storeOf(stage, homeOf(by))
  if (draw.chance(0.5)) world.clock.forward(draw.int(6, 12) * 3_600_000)
  const register = await world.as(by)
  const dayOf = (date: string | null) =>
    ask<Day>(register, 'admin.day', { query: { store_id, ...(date !== null && { date }) } })
  const today = await dayOf(null)
  if (!today) return
  // Some days went by without a close: they are closed first, as many as an act has the patience for.
  for (let days = draw.int(0, 8); days > 0; days -= 1) {
    const left = await leftOpen(stage, register, today, store_id)
    const day = left === null ? null : await dayOf(left)
    if (!day) break
    await closeOne(stage, by, { store_id, day, off: 0 })
  }
  const now = await dayOf(null)
  if (now)
    await closeOne(stage, by, { store_id, day: now, off: draw.chance(0.6) ? 0 : draw.int(-2_500, 2_500) })
  if (draw.chance(0.3)) await register.call('admin.dayCsv', { query: { store_id } })
}

async function closeOne(
  stage: Stage,
  by: CastName,
  { store_id, day, off }: { store_id: string; day: Day; off: number },
): Promise<void> {
  const { world, draw } = stage
  const register = await world.as(by)
  if (day.cash.float === null && draw.chance(0.9)) {
    const float = { store_id, date: day.date, counts: piecesOf(day.cash.carried) }
    await register.call('admin.countFloat', keyed(float))
  }
  const counted = Math.max(0, day.cash.expected + off)
  if (off !== 0) await register.call('admin.daySuspects', { query: { store_id, difference: off } })
  const approval =
    off === 0 || draw.chance(0.2)
      ? {}
      : await approvalOf(stage, by, {
          kind: 'close_difference',
          subject: { date: day.date },
          amount: Math.abs(off),
        })
  const given = keyed({
    store_id,
    date: day.date,
    counted: piecesOf(counted),
    deposit: draw.chance(0.6) ? Math.max(0, counted - 50_000) : 0,
    ...(off !== 0 && { reason: 'お釣りの渡し間違い', note: '数え直しても同じ' }),
    ...approval,
  })
  await register.call('admin.closeDay', given)
  if (draw.chance(0.2)) await register.call('admin.closeDay', given)
}

async function reopenDay(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = draw.pick(['manager', 'owner', 'clerk'] as const)
  const store_id = await storeOf(stage)
  const closes = await ask<{ items: { business_date?: string; date?: string }[] }>(
    await world.as('manager'),
    'admin.dayCloses',
    { query: { store_id } },
  )
  const last = closes?.items[0]
  const date = last?.date ?? last?.business_date ?? tokyoDate(world.clock.now())
  await (await world.as(by)).call('admin.reopenDay', keyed({ store_id, date, reason: '数え直し' }))
}

async function drawer(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = draw.pick(['clerk', 'manager', 'otherManager'] as const)
  const register = await world.as(by)
  const store_id = await storeOf(stage, homeOf(by))
  const [device] = await world.db.query<{ id: string }>(
    'select id from registers where store_id = $1 and number = 1',
    [store_id],
  )
  await draw.pick([
    () =>
      register.call(
        'admin.countFloat',
        keyed({ store_id, counts: { 10000: draw.int(0, 9), 1000: draw.int(0, 30) } }),
      ),
    () =>
      register.call(
        'admin.moveCash',
        keyed({ store_id, act: 'pay_in', amount: draw.int(1, 30_000), reason: '釣銭補充' }),
      ),
    () =>
      register.call(
        'admin.moveCash',
        keyed({ store_id, act: 'pay_out', amount: draw.int(1, 9_000), reason: '小口経費', note: '切手' }),
      ),
    () =>
      register.call('admin.openDrawer', {
        body: { id: crypto.randomUUID(), register_id: device?.id, reason: 'exchange' },
      }),
    () => register.call('admin.day', { query: { store_id } }),
  ])()
}

/** The night comes: the jobs of each day that has passed, in the order of their hours. */
export async function night({ world, draw }: Stage): Promise<void> {
  const days = draw.weighted([
    { weight: 70, days: 1 },
    { weight: 15, days: draw.int(2, 6) },
    { weight: 2, days: draw.int(25, 40) },
  ]).days
  for (let day = 0; day < Math.min(days, 3); day += 1)
    await oneNight(world, day === Math.min(days, 3) - 1 ? days - day : 1)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export async function comeTo(world: World, at: number): Promise<void> {
  world.clock.forward(Math.max(0, at - world.clock.now().getTime()))
  await world.alignClock()
}

async function oneNight(world: World, daysOn: number): Promise<void> {
  const now = world.clock.now().getTime()
  const midnight = Math.floor((now + 9 * hourMs) / dayMs) * dayMs + daysOn * dayMs - 9 * hourMs
  for (const hour of [0.6, 4.2, 6.1, 10.1]) {
    await comeTo(world, midnight + hour * hourMs)
    await keep(world)
  }
}

/** The last day of the year passes and ranks are judged anew. */
async function newYear({ world, memory }: Stage): Promise<void> {
  const now = world.clock.now()
  const year = Number(tokyoDate(now).slice(0, 4))
  // A year is long enough for all that ends: one more would only make everybody poor.
  const passed = memory.kept.get('new years') ?? []
  if (passed.length > 1) return
  memory.kept.set('new years', [...passed, String(year)])
  await comeTo(world, Date.parse(`${year}-12-31T20:00:00+09:00`))
  await oneNight(world, 1)
  await oneNight(world, 1)
  for (const name of members) {
    const member = await world.as(name)
    await member.call('users.level')
    await member.call('users.levelHistory')
    await member.call('users.wallet')
  }
}

async function keep(world: World): Promise<void> {
  for (const work of world.server.work.jobs.values()) await work()
  await world.server.work.rest()
}

async function quarterOfAnHour({ world, draw }: Stage): Promise<void> {
  world.clock.forward(draw.int(10, 20) * 60_000)
  await world.alignClock()
  await keep(world)
}

export const days: Act[] = [
  { weight: 2, name: 'day closed', run: closeDay },
  { weight: 0.7, name: 'day reopened', run: reopenDay },
  { weight: 2, name: 'drawer', run: drawer },
  { weight: 1.5, name: 'night', run: night },
  { weight: 0.25, name: 'new year', run: newYear },
  { weight: 2, name: 'keeper', run: quarterOfAnHour },
]
