import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Books, claim, confirmedOf, giveBack, worthOf } from '@shirogane/domain/testing/plain-rewards'
import { sum } from '@shirogane/domain/testing/plain-sales'
import { claimFor, payDueRewards } from '../testing/rewards.ts'
import { randomFrom } from '../testing/random.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.setClock(null)
  await world.close()
})

/** A day brings no more than this. */
const dayMax = 1_500

test.each([11, 29])(
  'run %i: whatever is bought, returned, confirmed and claimed, the ledger and a plain model agree',
  async (seed) => {
    const below = randomFrom(seed)
    const inviter = await world.customer()
    const friends: Customer[] = []
    await world.setClock('2026-01-05 12:00+09')
    await world.owner.query(
      `insert into affiliators (user_id, code, terms_version, agreed_at)
     values ($1::uuid, upper(substr(replace($1::text, '-', ''), 1, 12)), '1.0', ledger.now())`,
      [inviter.id],
    )
    for (let index = 0; index < 3; index += 1) {
      const friend = await world.customer({ paid: 2_000_000 })
      await world.owner.query(
        `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())`,
        [friend.id, inviter.id],
      )
      friends.push(friend)
    }
    await setting('limits', { balance_max: 100_000_000 })
    await setting('affiliate.day_max', dayMax)
    const books: Books = { reward: 0, paid: 0, sales: [] }
    let today = 0
    let window = 14
    await setting('refund.window_days', window)

    for (let step = 0; step < 90; step += 1) {
      const kind = below(10)
      if (kind < 3) {
        const friend = below(3)
        const left = 400 + below(30_000)
        const { id } = posted(await world.buy(friends[friend]!, { cash: left }))
        const sameDay = books.sales.filter(({ day }) => day === today)
        books.sales.push({
          id,
          friend,
          day: today,
          left,
          worth: Math.min(worthOf(left), dayMax - sum(sameDay.map(({ worth }) => worth))),
          confirmed: false,
          claimed: 0,
          open: 0,
        })
      } else if (kind < 6) {
        const returnable = books.sales.filter(({ left, day }) => left > 0 && today - day <= window)
        const sale = returnable[below(Math.max(returnable.length, 1))]
        if (!sale) continue
        const amount = below(4) === 0 ? sale.left : 1 + below(sale.left)
        const plan = await world.plan({ sale: sale.id, amount })
        if (plan.code !== null) throw new Error(`refused: ${plan.code}`)
        expect((await world.giveBack({ sale: sale.id, amount })).code).toBeNull()
        expect(plan.reward).toBe(giveBack(books, sale, amount))
      } else if (kind < 7) {
        today += 1 + below(9)
        const at = new Date(Date.UTC(2026, 0, 5 + today, 3)).toISOString()
        await world.setClock(at)
      } else if (kind < 8) {
        // Head office lengthens the days of returns now and then, so that some come after the confirmation.
        window = window === 14 ? 60 : 14
        await setting('refund.window_days', window)
      } else if (kind < 9) {
        await payDueRewards(world.app)
        for (const sale of books.sales) {
          if (sale.confirmed || sale.worth === 0 || today - sale.day <= window) continue
          sale.confirmed = true
          sale.open = sale.worth
        }
      } else {
        const method = below(2) ? 'wallet' : 'bank'
        const friend = below(2) ? below(3) : null
        const of = friend === null ? null : friends[friend]!.id
        const { code } = await claimFor(world.app, inviter.id, method, { friend: of })
        expect(code).toBe(claim(books, method, friend))
      }
      expect(await held(inviter), `step ${step} of run ${seed}`).toEqual({
        pending: sum(books.sales.filter(({ confirmed }) => !confirmed).map(({ worth }) => worth)),
        confirmed: confirmedOf(books),
        reward: books.reward,
        paid: books.paid,
      })
    }
    expect(books.sales.some(({ open }) => open < 0) || books.sales.length > 10).toBe(true)
  },
)

async function held({ id }: Customer): Promise<Record<string, number>> {
  const { rows } = await world.owner.query(
    `select (select coalesce(sum(pending), 0) from ledger.rewards where affiliator_id = $1)::int as pending,
       reward_confirmed::int as confirmed, reward::int as reward, balance_paid::int as paid
     from ledger.wallets where user_id = $1`,
    [id],
  )
  return rows[0]
}

async function setting(key: string, value: unknown): Promise<void> {
  await world.owner.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  )
}
