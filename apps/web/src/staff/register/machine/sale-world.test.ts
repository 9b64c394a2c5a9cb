import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fates, openWorld } from './sale-world.ts'
import type { Fate, World } from './sale-world.ts'

const acts = [
  'read',
  'read',
  'pay_cash',
  'confirm',
  'confirm',
  'code',
  'code_again',
  'give_code_up',
  'member_off',
  'clear',
  'hold',
  'resume',
  'take_back',
  'next',
  'ask_now',
  'withdraw',
  'deliver',
  'deliver',
  'deliver',
  'deliver',
  'deliver',
  'ring',
  'ring',
  'report',
  'reload',
  'network',
  'customer_says_yes',
  'forget_keys',
  'pay_elsewhere',
] as const
type Act = { act: (typeof acts)[number]; fate: Fate; n: number }

/** Does it, and answers which articles it has brought into the cart. */
function perform(world: World, { act, fate, n }: Act): string[] {
  const { sale, held } = world.register()
  switch (act) {
    case 'read': {
      const sku = world.newArticle()
      world.dispatch({ type: 'article_added', sku, seen: sale.notice })
      return world.register().sale.lines.some(({ sku_id }) => sku_id === sku.id) ? [sku.id] : []
    }
    case 'pay_cash':
      world.dispatch({ type: 'tender_entered', payment: 'cash', amount: 50_000_000 })
      return []
    case 'confirm':
      world.dispatch({ type: 'tender_entered', payment: 'cash', amount: 50_000_000 })
      world.dispatch({ type: 'confirmed' })
      return []
    case 'code':
      world.dispatch({ type: 'code_read', token: world.newCode() })
      return []
    case 'code_again':
      world.dispatch({ type: 'scan_again' })
      return []
    case 'give_code_up':
      world.dispatch({ type: 'scan_given_up' })
      return []
    case 'member_off':
      world.dispatch({ type: 'member_dropped' })
      return []
    case 'clear':
      if (sale.phase.name === 'editing' && sale.parked === null)
        world.discard(sale.lines.map(({ sku_id }) => sku_id))
      world.dispatch({ type: 'cleared' })
      return []
    case 'hold':
      world.dispatch({ type: 'put_aside', name: 'umbrella', keepsArticles: false })
      return []
    case 'resume': {
      const parked = world.firstParked()
      if (parked !== null) world.dispatch({ type: 'resume_asked', parked })
      return []
    }
    case 'take_back':
      if (held.length > 0) world.dispatch({ type: 'held_taken_back', id: held[n % held.length]!.id })
      return []
    case 'next':
      world.dispatch({ type: 'next_asked' })
      return []
    case 'ask_now':
      world.dispatch({ type: 'asked_now' })
      return []
    case 'withdraw':
      world.dispatch({ type: 'withdraw_asked' })
      return []
    case 'deliver':
      world.deliver(n, fate)
      return []
    case 'ring':
      world.ring(n)
      return []
    case 'report':
      world.dispatch({ type: 'reported', transaction_id: sale.transaction_id })
      return []
    case 'reload':
      world.reload(fate)
      return []
    case 'network':
      world.setOnline(n % 2 === 0)
      if (n % 2 === 0) world.dispatch({ type: 'waiting_sent' })
      return []
    case 'customer_says_yes':
      world.answerQuestion()
      return []
    case 'forget_keys':
      world.forgetKeys()
      return []
    case 'pay_elsewhere':
      world.payElsewhere()
      return []
  }
}

/** With a network that works and a customer who answers, everything that is waited for comes. */
function letRest(world: World): void {
  world.setOnline(true)
  for (let count = 0; count < 200; count += 1) {
    world.answerQuestion()
    if (!world.isIdle()) world.deliver(0, 'ok')
    else if (world.hasTimer('rest')) world.ringTimer('rest')
    else return
  }
}

/** What a person may do next: sell on, or look at the result. */
function isFree(world: World): boolean {
  const { phase, is_scanning, looking } = world.register().sale
  return phase.name === 'done' || (phase.name === 'editing' && !is_scanning && looking.length === 0)
}

/** A sale goes through to its end. What another register has by now leaves the hand first, and is sold there. */
function sellOn(world: World): boolean {
  for (let tries = 0; tries < 3; tries += 1) {
    world.dispatch({ type: 'article_added', sku: world.newArticle(), seen: null })
    const skus = world.register().sale.lines.map(({ sku_id }) => sku_id)
    world.dispatch({ type: 'tender_entered', payment: 'cash', amount: 50_000_000 })
    world.dispatch({ type: 'confirmed' })
    letRest(world)
    if (world.register().sale.phase.name !== 'done') continue
    const sold = [...world.sold.values()].flat()
    return skus.every((sku) => sku !== null && sold.includes(sku))
  }
  return false
}

const events = fc.array(
  fc.record({ act: fc.constantFrom(...acts), fate: fc.constantFrom(...fates), n: fc.nat(6) }),
  { maxLength: 80, size: 'max' },
)

test('in no order of events is anything sold twice, a cart lost, or a register left without a way on', () => {
  fc.assert(
    fc.property(events, (happened) => {
      const world = openWorld()
      const articles: string[] = []
      for (const one of happened) {
        articles.push(...perform(world, one))
        expect(world.faults).toEqual([])
        for (const sku of articles)
          expect([sku, world.whereIs(sku)]).toEqual([sku, { page: true, device: true }])
      }
      letRest(world)
      expect(isFree(world)).toBe(true)
      if (world.register().sale.phase.name === 'done') world.dispatch({ type: 'next_asked' })
      expect(sellOn(world)).toBe(true)
      expect(world.faults).toEqual([])
    }),
    { numRuns: 500 },
  )
})
