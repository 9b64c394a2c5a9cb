import { randomUUID } from 'node:crypto'
import { type CheckoutFacts, updateCheckout } from '@shirogane/domain/checkouts/update-checkout'
import { claimCode, type ClaimFacts, type ClaimPlan } from '@shirogane/domain/codes/claim-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Held } from '../act.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { type Clerk, type Code, createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
let customer: Customer
let live: Code
let heldHere: Code
let checkoutHere: string
let heldElsewhere: Code
let checkoutElsewhere: string
beforeAll(async () => {
  world = await createWorld()
  customer = await world.customer({ paid: 1_000 })
  heldHere = await world.code(customer)
  checkoutHere = (await world.claim(heldHere)).checkout_id!
  heldElsewhere = await world.code(customer)
  checkoutElsewhere = (await world.claim(heldElsewhere, world.elsewhere)).checkout_id!
  live = await world.code(customer)
})
afterAll(() => world.close())

type Change = (plan: Held<ClaimPlan>) => object
type Asked = { code: Code; clerk?: Clerk; checkout?: string }

/** What the door says of what `change` makes of a scan. */
function attempt(change: Change, { code, clerk = world.register, checkout = randomUUID() }: Asked) {
  const request = {
    checkout_id: checkout,
    token_hash: code.token_hash,
    code_hash: null,
    store_id: clerk.store_id,
    register_id: clerk.register_id,
    employee_id: clerk.user_id,
    items: [],
    note: null,
    ttl_seconds: 120,
  }
  const decide = (facts: ClaimFacts) => claimCode(facts, { checkout_id: checkout, is_for_it_alone: false })
  return attemptAct(world.app, 'claim_code', request, decide, change)
}

test('a scan that another register is to give way for is not written', async () => {
  const take: Change = (plan) => ({ ...plan, releases: [checkoutElsewhere] })
  expect(await attempt(take, { code: live })).toMatch(/another register holds what/)
})

test('nor one that keeps what this register has open', async () => {
  const keep: Change = (plan) => ({ ...plan, releases: [] })
  expect(await attempt(keep, { code: live })).toMatch(/checkouts_of_register/)
})

test.each<[string, Change, () => Asked, RegExp]>([
  [
    'a checkout that was not decided under these locks',
    (plan) => ({ ...plan, held: `1 ${plan.held}` }),
    () => ({ code: live }),
    /not made of the facts/,
  ],
  [
    'what is open here for another code',
    (plan) => ({ ...plan, does: 'extend', checkout_id: checkoutHere }),
    () => ({ code: live }),
    /does not hold this code/,
  ],
  [
    'what is open for the code elsewhere',
    (plan) => ({ ...plan, does: 'repeat', checkout_id: checkoutElsewhere }),
    () => ({ code: heldHere }),
    /does not hold this code/,
  ],
  [
    'one more checkout for a code that has one',
    (plan) => ({ ...plan, does: 'open', releases: [] }),
    () => ({ code: heldHere, clerk: world.register }),
    /checkouts_of_(code|register)/,
  ],
])('nor %s', async (_, change, asked, refusal) => {
  expect(await attempt(change, asked())).toMatch(refusal)
})

test('nor one for a code that has ended', async () => {
  const ended = await world.code(customer)
  await world.claim(ended, world.neighbour)
  await world.owner.query(
    `update ledger.pay_codes set expires_at = issued_at + interval '1 microsecond' where id = $1`,
    [ended.id],
  )
  // What is open for it here is given back as long as the hold lasts, and nothing is opened.
  const open: Change = (plan) => ({ ...plan, does: 'open' })
  expect(await attempt(open, { code: ended, clerk: world.neighbour })).toMatch(/for a code that has ended/)
})

test('nor a change of what was put aside', async () => {
  const code = await world.code(customer)
  const { checkout_id } = await world.claim(code, world.register)
  expect(await world.update(checkout_id!, 'saved')).toBeNull()
  const wish = { status: 'saved', note: null } as const
  const asked = { ...wish, checkout_id, store_id: world.register.store_id, ttl_seconds: 120 }
  const change = (changed: object) =>
    attemptAct(
      world.app,
      'update_checkout',
      asked,
      (facts: CheckoutFacts) => updateCheckout(facts, wish),
      (plan) => ({ ...plan, ...changed }),
    )
  expect(await change({})).toBe('posted')
  expect(await change({ status: 'open' })).toMatch(/is not open in this shop/)
  expect(await change({ status: 'cancelled' })).toMatch(/is not open in this shop/)
})
