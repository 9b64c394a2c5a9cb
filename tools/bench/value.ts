import { randomInt, randomUUID } from 'node:crypto'
import { transactor } from '@shirogane/api/db/sql'
import { uuidv7 } from '@shirogane/api/db/uuid'
import { openCardCharge } from '@shirogane/ledger'
import pg from 'pg'
import { step } from '../lib/progress.ts'
import { measurePayments } from './payments.ts'
import { type Figure, number } from './report.ts'
import { addRound, type Outcome, type Plan, type Stage } from './rounds.ts'
import { median } from './statistics.ts'

const clients = 16

/** Payments while campaigns run: one that only adds to the rate, and one whose budget every payment counts on. */
export async function measureCampaigns(stage: Stage, plan: Plan, outcome: Outcome): Promise<Figure[]> {
  const { db, spread } = stage.world
  const open = async (name: string, terms: string) =>
    db.query(
      `insert into campaigns (id, name, kind, rate_bp, stackable, starts_at, ends_at, needs_entry, payment_min, ${terms},
         paused_at, created_at, created_by)
       values (uuidv7(), $1, 'rate_add', 100, true, now() - interval '1 day', now() + interval '30 days', false, 1,
         999999999, now(), now(), $2)`,
      [name, spread[0]!.user_id],
    )
  await open('each', 'member_max')
  await open('all', 'budget')
  const run = (names: readonly string[]) =>
    db.query(`update campaigns set paused_at = case when name = any ($1) then null else now() end`, [names])
  const [none, rate, budget]: [number[], number[], number[]] = [[], [], []]
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const [names, rates] of [
        [[], none],
        [['each'], rate],
        [['each', 'all'], budget],
      ] as const) {
        await run(names)
        rates.push(await pay(stage, plan, outcome))
        step(
          `round ${round}: ${names.length} campaigns, ${number(rates.at(-1)!)} payments a second, ${clients} clients`,
        )
      }
    }
  } finally {
    await run([])
  }
  return [
    figure('under a campaign', rate, none),
    figure('under two campaigns, one with a budget', budget, none),
  ]
}

const inviters = 500

/** Payments that each earn an inviter a reward, because all of these customers came by an invitation. */
export async function measureInvited(stage: Stage, plan: Plan, outcome: Outcome): Promise<Figure[]> {
  const { db } = stage.world
  await db.query(
    `with people as (
       insert into users (id, username, password_hash, type, verified, terms_version)
       select uuidv7(), 'inviter' || n, '', 'customer', true, '1.0' from generate_series(1, $1::int) n
       returning id, username
     ), wallets as (
       insert into ledger.wallets (user_id, level_year)
       select id, extract(year from now() at time zone 'Asia/Tokyo') from people
     )
     insert into affiliators (user_id, code, terms_version, agreed_at)
     select id, upper(username), '1.0', now() from people`,
    [inviters],
  )
  await db.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at)
     select uuidv7(), c.id, i.id, now() from unnest($1::uuid[]) with ordinality c (id, nth)
     join (select user_id as id, row_number() over (order by user_id) as nth from affiliators) i
       on i.nth = 1 + c.nth % $2`,
    [stage.world.customers.map(({ user_id }) => user_id), inviters],
  )
  // Every payment earns, however long the day of the measurement is. The gift of a first purchase comes once in a life,
  // and would come to both: it is not what makes a sale to an invited customer dearer.
  await db.query(
    `insert into settings (key, value) values ('affiliate.day_max', '999999999'), ('invite.points', '0')`,
  )
  // What a payment reads of an invitation; both ways write as much before they are measured.
  const bind = (isInvited: boolean) =>
    db.query(
      `update ledger.wallets w set inviter_id = case when $1 then a.affiliator_id end
       from affiliates a where a.user_id = w.user_id`,
      [isInvited],
    )
  const [none, invited]: [number[], number[]] = [[], []]
  const ways = [
    [false, none],
    [true, invited],
  ] as const
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      // Every second round goes backwards, so that neither way always runs on a fuller server.
      for (const [isInvited, rates] of round % 2 === 1 ? ways : ways.toReversed()) {
        await bind(isInvited)
        rates.push(await pay(stage, plan, outcome))
        step(
          `round ${round}: customers ${isInvited ? 'with' : 'without'} an invitation, ${number(rates.at(-1)!)} payments a second, ${clients} clients`,
        )
      }
    }
  } finally {
    // As the invitations have it: the audit at the end compares the two.
    await bind(true)
  }
  return [figure('of invited customers', invited, none)]
}

async function pay(stage: Stage, plan: Plan, outcome: Outcome): Promise<number> {
  const report = await measurePayments(stage.world, stage.service, stage.spread, {
    ...plan,
    clients,
    codes: (plan.seconds + plan.warmSeconds) * 4_000,
    sale: 'articles',
  })
  addRound(outcome, report)
  return report.perSecond
}

const figure = (what: string, rates: readonly number[], without: readonly number[]): Figure => ({
  what: `payments a second ${what}, ${clients} clients`,
  measured: `${number(median(rates))} /s`,
  yardstick: `without: ${number(median(without))} /s`,
  value: median(rates) / median(without),
  unit: '×',
  floor: 0.6,
  goal: 0.8,
  better: 'more',
})

/**
 * Charges by card as the ledger sees them: asked for, named by the gateway, and booked, each in a commit of its own. What
 * the gateway takes for its part is not ours to measure.
 */
export async function measureCharges({ world, pgbench }: Stage, plan: Plan): Promise<Figure[]> {
  const { rows: cards } = await world.db.query<{ id: string; user_id: string }>(
    `insert into payment_methods (id, user_id, gateway, gateway_customer, gateway_card, brand, last4, exp_month, exp_year, created_at)
     select uuidv7(), u.id, 'sandbox', 'cus_' || u.username, 'car_' || u.username, 'Visa', '4242', 12, 2099, now()
     from users u where u.type = 'customer' order by u.username limit 20000
     returning id, user_id`,
  )
  const pool = new pg.Pool({ ...world.db.options, max: clients })
  const [ours, theirs]: [number[], number[]] = [[], []]
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      await world.db.query('checkpoint')
      theirs.push((await pgbench.measure(clients, plan.seconds)).tps)
      await world.db.query('checkpoint')
      ours.push(await chargeFor(pool, cards, plan.seconds))
      step(`round ${round}: ${number(ours.at(-1)!)} charges a second, pgbench ${number(theirs.at(-1)!)}`)
    }
  } finally {
    await pool.end()
  }
  return [
    {
      what: `charges by card a second in the ledger (three commits each), ${clients} clients`,
      measured: `${number(median(ours))} /s`,
      yardstick: `pgbench: ${number(median(theirs))} /s`,
      value: median(ours) / median(theirs),
      unit: '×',
      floor: 0.1,
      goal: 0.25,
      better: 'more',
    },
  ]
}

async function chargeFor(
  pool: pg.Pool,
  cards: readonly { id: string; user_id: string }[],
  seconds: number,
): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  const transact = transactor(pool)
  let charged = 0
  const one = async (): Promise<void> => {
    const card = cards[randomInt(cards.length)]!
    const id = uuidv7()
    const opened = await transact((tx) =>
      openCardCharge(tx, {
        actor_id: card.user_id,
        transaction_id: id,
        route: 'charge',
        key: randomUUID(),
        request_hash: Buffer.from([0]),
        payment_method_id: card.id,
        gateway: 'sandbox',
        amount: 500,
        check_at: new Date(Date.now() + 10_000).toISOString(),
      }),
    )
    // Who has charged up to a limit meanwhile is refused, and that is no charge.
    if (opened.code !== null) return
    await pool.query({
      name: 'name',
      text: 'select ledger.name_card_charge($1, $2)',
      values: [id, `ch_${id}`],
    })
    await pool.query({
      name: 'settle',
      text: `select ledger.record_charge_outcome($1, 'sandbox', $2, 500)`,
      values: [id, `ch_${id}`],
    })
    charged += 1
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) await one()
    }),
  )
  return (charged * 1_000) / (performance.now() - startedAt)
}
