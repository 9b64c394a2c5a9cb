import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { ResumedSale } from '@shirogane/contract/resources/sales/parked'
import { describe, expect, test } from 'vitest'
import { cup, customer } from './fake-server.ts'
import type { Reply } from './outcome.ts'
import type { Refusal } from './sale-parts.ts'
import { storedOf, unopened } from './register.ts'
import type { Fresh, Register, SaleEffect, SaleEvent, StateQuestion } from './register.ts'
import { transition } from './transition.ts'

let ids = 0
const fresh = (): Fresh => ({ now: 1_000, isOnline: true, id: `id-${(ids += 1)}`, key: `key-${(ids += 1)}` })

const stateOf = (status: RegisterState['status'], more: Partial<RegisterState> = {}): RegisterState => ({
  status,
  transaction: { id: 'known' } as RegisterState['transaction'],
  customer: null,
  claim_expires_at: null,
  warnings: [],
  ...more,
})
const answer = (value: RegisterState) => ({ kind: 'answer', value }) as const
const lost = { kind: 'lost' } as const
const refusal = (code: string) => ({ kind: 'refusal', refusal: { code, message: code } }) as const
const member = { customer: customer(), claim_expires_in: 120 }
const asked = {
  ...member,
  confirmation: { state: 'pending', balance: 12_000, points: 0, later: 0, expires_in: 60 },
} as Partial<RegisterState>

type AnyReply = Reply<RegisterState, Refusal>

/** An event as it comes to the register that stands there: an answer is one to what was asked last. */
type EventOf = (register: Register) => SaleEvent
const repliedBy =
  (reply: AnyReply): EventOf =>
  ({ completion }) => ({ type: 'completion_replied', turn: completion?.pursuit.turn ?? 1, reply })
const knownBy =
  (why: StateQuestion['why'], reply: AnyReply): EventOf =>
  ({ sale, completion }) => ({
    type: 'state_came',
    question: { transaction_id: sale.transaction_id, why, turn: completion?.pursuit.turn ?? 1 },
    reply,
  })
const scannedBy =
  (reply: AnyReply, sendings = 1): EventOf =>
  ({ scan }) => ({
    type: 'scan_replied',
    scan: {
      ...(scan ?? { token: 'old', transaction_id: 'old', key: 'old', before: null }),
      sendings,
    },
    reply,
  })
const rang =
  (timer: 'rest' | 'overdue' | 'claim'): EventOf =>
  () => ({ type: 'rang', timer })
const plain =
  (event: SaleEvent): EventOf =>
  () =>
    event

const after = (register: Register, ...events: readonly EventOf[]): Register =>
  events.reduce((before, event) => transition(before, { ...event(before), fresh: fresh() })[0], register)

const opened = plain({ type: 'opened', stored: null, held: [] })
const read = plain({ type: 'article_added', sku: cup, seen: null })
const paid = plain({ type: 'tender_entered', payment: 'cash', amount: 20_000 })
const confirmed = plain({ type: 'confirmed' })
const scanned = plain({ type: 'code_read', token: 'SG1CODE' })
const parked = { id: 'umbrella', name: '青い傘', version: 1 }
const comeBack = (serial: number): SaleEvent => ({
  type: 'resumed',
  takingUp: { parked, serial, seen: null },
  reply: {
    kind: 'answer',
    value: {
      parked: { ...parked, version: 2, total: 19_800 },
      cart: { items: [{ sku_id: 'ring', quantity: 1 }] },
      skus: [{ ...cup, id: 'ring' }],
      total: 19_800,
      unavailable: [],
    } as unknown as ResumedSale,
  },
})
const reloaded: EventOf = (register) => ({ type: 'opened', stored: storedOf(register), held: register.held })
const again = (register: Register): Register =>
  after(unopened('register-1', 'id-0'), () => reloaded(register))

const empty = after(unopened('register-1', 'id-0'), opened)
const cart = after(empty, read, paid)
const scanning = after(cart, scanned)
const withMember = after(scanning, scannedBy(answer(stateOf('open', member))))
const sending = after(cart, confirmed)
const resting = after(sending, repliedBy(lost))
const asking = after(sending, plain({ type: 'reported', transaction_id: sending.sale.transaction_id }))
const taken = after(
  empty,
  plain({ type: 'resume_asked', parked }),
  ({ serial }) => comeBack(serial),
  plain({ type: 'tender_entered', payment: 'cash', amount: 20_000 }),
)
const confirming = after(withMember, confirmed, repliedBy(answer(stateOf('pending_confirm', asked))))

/** Every state, as events lead there. */
const states = {
  empty,
  cart,
  looking: after(cart, plain({ type: 'look_begun', code: 'SV-RING' })),
  /** A cart that was put aside is on its way back. */
  fetching: after(empty, plain({ type: 'resume_asked', parked })),
  /** It is here. */
  taken,
  scanning,
  member: withMember,
  sending,
  sending_member: after(withMember, confirmed),
  sending_taken: after(taken, confirmed),
  resting,
  asking,
  confirming,
  done: after(sending, repliedBy(answer(stateOf('completed')))),
  recovering: again(sending),
  recovering_rest: after(again(withMember), knownBy('recovery', lost)),
  left: after(sending, plain({ type: 'left' })),
} satisfies Record<string, Register>
type State = keyof typeof states

function stateName(register: Register): State {
  const { sale, completion, recovery } = register
  if (register.isLeft) return 'left'
  switch (sale.phase.name) {
    case 'recovering':
      return recovery?.isResting === true ? 'recovering_rest' : 'recovering'
    case 'done':
      return 'done'
    case 'completing':
      if (sale.phase.confirming !== null) return 'confirming'
      if (completion?.pursuit.stage !== 'sending') return completion?.pursuit.stage ?? 'left'
      return sale.member !== null ? 'sending_member' : sale.parked !== null ? 'sending_taken' : 'sending'
    case 'editing':
      if (sale.is_scanning) return 'scanning'
      if (sale.looking.length > 0) return sale.lines.length > 0 ? 'looking' : 'fetching'
      if (sale.member !== null) return 'member'
      if (sale.parked !== null) return 'taken'
      return sale.lines.length > 0 ? 'cart' : 'empty'
  }
}

/** What the screens see, in one word, with the notice in the strip. */
function nameOf(register: Register): string {
  const { notice, phase } = register.sale
  const isOverdue = 'is_overdue' in phase && phase.is_overdue
  return `${stateName(register)}${notice === null ? '' : `:${notice.kind}`}${isOverdue ? '!' : ''}`
}

/** An effect in one line. */
function lineOf(effect: SaleEffect): string {
  switch (effect.do) {
    case 'keep':
      return `keep${effect.sale.act === null ? '' : ` with ${effect.sale.act.kind}`}`
    case 'send_completion':
      return `send ${effect.sending.call}`
    case 'ask_state':
      return `ask for ${effect.question.why}`
    case 'start_timer':
      return `${effect.timer} in ${effect.ms}`
    case 'stop_timer':
      return `stop ${effect.timer}`
    case 'withdraw':
      return `withdraw by ${effect.withdrawal.why}`
    default:
      return effect.do
  }
}

/** An event, and for each state that it changes what it becomes and what is done, in this order. All others stay. */
type Row = readonly [name: string, event: EventOf, outcomes: string, isOffline?: boolean]

const rows: readonly Row[] = [
  [
    'an article is read',
    read,
    `
      empty             cart                  keep
      cart              cart                  keep
      looking           looking               keep
      fetching          looking               keep
      taken             taken                 keep
      scanning          scanning              keep with scan
      member            member                keep`,
  ],
  [
    'the clerk confirms',
    confirmed,
    `
      cart              sending               keep with settle, stop claim, observe, overdue in 30000, send pay
      taken             sending_taken         keep with settle, stop claim, observe, overdue in 30000, send pay
      member            sending_member        keep with settle, stop claim, observe, overdue in 30000, send payUpdate`,
  ],
  [
    'the sale is answered as paid',
    repliedBy(answer(stateOf('completed'))),
    `
      sending           done                  keep, stop_observing, stop overdue, stop rest
      sending_member    done                  keep, stop_observing, stop overdue, stop rest
      sending_taken     done                  keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'an answer comes late, to an older sending',
    ({ completion }) => ({
      type: 'completion_replied',
      turn: (completion?.pursuit.turn ?? 1) - 1,
      reply: refusal('INSUFFICIENT_BALANCE'),
    }),
    ``,
  ],
  [
    'the answer is lost',
    repliedBy(lost),
    `
      sending           resting               rest in 2000
      sending_member    resting               rest in 2000
      sending_taken     resting               rest in 2000`,
  ],
  [
    'the sale is refused',
    repliedBy(refusal('INSUFFICIENT_BALANCE')),
    `
      sending           cart:refused          keep, stop_observing, stop overdue, stop rest
      sending_member    member:refused        keep, stop_observing, stop overdue, stop rest, ask for member
      sending_taken     taken:refused         keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'it is refused as if it had happened',
    repliedBy(refusal('PAYMENT_STATE')),
    `
      sending           asking                ask for completion
      sending_member    asking                ask for completion
      sending_taken     asking                ask for completion`,
  ],
  [
    'the code has run out',
    repliedBy(refusal('QR_EXPIRED')),
    `
      sending           cart:refused          keep, stop_observing, stop overdue, stop rest
      sending_member    cart:refused          keep, stop_observing, stop overdue, stop rest, stop claim
      sending_taken     taken:refused         keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'its cart was paid elsewhere',
    repliedBy(refusal('PARKED_ENDED')),
    `
      sending           cart:refused          keep, stop_observing, stop overdue, stop rest
      sending_member    member:refused        keep, stop_observing, stop overdue, stop rest, ask for member
      sending_taken     empty:parked_gone     keep, stop_observing, stop overdue, stop rest, stop claim`,
  ],
  [
    'the server has no time',
    repliedBy({ ...lost, busy: { code: 'OVERLOADED', message: '' } }),
    `
      sending           resting               rest in 2000
      sending_member    resting               rest in 2000
      sending_taken     resting               rest in 2000`,
  ],
  [
    'the customer is asked',
    repliedBy(answer(stateOf('pending_confirm', asked))),
    `
      sending           confirming            keep with settle, rest in 2000
      sending_member    confirming            keep with settle, rest in 2000
      sending_taken     confirming            keep with settle, rest in 2000`,
  ],
  [
    'the customer says no',
    repliedBy(refusal('PAY_CONFIRM_DECLINED')),
    `
      sending           cart:refused          keep, stop_observing, stop overdue, stop rest
      sending_member    member:refused        keep, stop_observing, stop overdue, stop rest, ask for member
      sending_taken     taken:refused         keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'the server knows the sale as paid',
    knownBy('completion', answer(stateOf('completed'))),
    `
      asking            done                  keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'the server knows no such sale',
    knownBy('completion', refusal('TXN_NOT_FOUND')),
    `
      asking            sending               send pay`,
  ],
  [
    'the question is refused for a reason of its own',
    knownBy('completion', refusal('RATE_LIMITED')),
    `
      asking            resting               rest in 2000`,
  ],
  [
    'the question is not answered',
    knownBy('completion', lost),
    `
      asking            resting               rest in 2000`,
  ],
  [
    'something is heard of the sale',
    ({ sale }) => ({ type: 'reported', transaction_id: sale.transaction_id }),
    `
      sending           asking                ask for completion
      sending_member    asking                ask for completion
      sending_taken     asking                ask for completion
      resting           asking                stop rest, ask for completion
      confirming        confirming            stop rest, ask for completion`,
  ],
  ['something is heard of another', plain({ type: 'reported', transaction_id: 'other' }), ``],
  [
    'the pause is over',
    rang('rest'),
    `
      scanning          scanning              send_scan
      resting           sending               stop rest, send pay
      confirming        confirming            stop rest, ask for completion
      recovering_rest   recovering            stop rest, ask for recovery`,
  ],
  [
    'it takes too long',
    rang('overdue'),
    `
      sending           sending!              keep with settle
      sending_member    sending_member!       keep with settle
      sending_taken     sending_taken!        keep with settle
      resting           resting!              keep with settle
      asking            asking!               keep with settle
      recovering        recovering!
      recovering_rest   recovering_rest!`,
  ],
  [
    'the hold on the code ends soon',
    rang('claim'),
    `
      member            member                renew_hold`,
  ],
  [
    'the clerk wants to know now',
    plain({ type: 'asked_now' }),
    `
      sending           sending               keep with settle, ask for person
      sending_member    sending_member        keep with settle, ask for person
      sending_taken     sending_taken         keep with settle, ask for person
      resting           sending               keep with settle, stop rest, send pay, ask for person
      asking            asking                keep with settle, ask for person
      confirming        confirming            keep with settle, stop rest, ask for completion, ask for person
      recovering_rest   recovering            stop rest, ask for recovery`,
  ],
  [
    'who wants to know hears that it is paid',
    knownBy('person', answer(stateOf('completed'))),
    `
      sending           done                  keep, stop_observing, stop overdue, stop rest
      sending_member    done                  keep, stop_observing, stop overdue, stop rest
      sending_taken     done                  keep, stop_observing, stop overdue, stop rest
      resting           done                  keep, stop_observing, stop overdue, stop rest
      asking            done                  keep, stop_observing, stop overdue, stop rest
      confirming        done                  keep, stop_observing, stop overdue, stop rest`,
  ],
  [
    'who wants to know hears nothing',
    knownBy('person', lost),
    `
      sending           sending               keep with settle
      sending_member    sending_member        keep with settle
      sending_taken     sending_taken         keep with settle
      resting           resting               keep with settle
      asking            asking                keep with settle
      confirming        confirming            keep with settle`,
  ],
  [
    'the clerk takes the question back',
    plain({ type: 'withdraw_asked' }),
    `
      sending           sending               withdraw by person
      sending_member    sending_member        withdraw by person
      sending_taken     sending_taken         withdraw by person
      resting           resting               withdraw by person
      asking            asking                withdraw by person
      confirming        confirming            withdraw by person`,
  ],
  [
    'the question was taken back',
    ({ sale }) => ({
      type: 'withdrawn',
      withdrawal: { transaction_id: sale.transaction_id, why: 'person' },
    }),
    `
      resting           sending               stop rest, send pay
      confirming        confirming            stop rest, ask for completion`,
  ],
  [
    'a code is read',
    plain({ type: 'code_read', token: 'SG1OTHER' }),
    `
      empty             scanning              keep with scan, send_scan
      cart              scanning              keep with scan, send_scan
      looking           scanning              keep with scan, send_scan
      fetching          scanning              keep with scan, send_scan
      taken             scanning              keep with scan, send_scan
      scanning          scanning              keep with scan, stop rest, release, send_scan
      member            scanning              keep with scan, send_scan`,
  ],
  [
    'the code is known',
    scannedBy(answer(stateOf('open', member))),
    `
      empty             empty                 release
      cart              cart                  release
      looking           looking               release
      fetching          fetching              release
      taken             taken                 release
      scanning          member                keep, claim in 90000
      member            member                release
      sending           sending               release
      sending_member    sending_member        release
      sending_taken     sending_taken         release
      resting           resting               release
      asking            asking                release
      confirming        confirming            release
      done              done                  release
      recovering        recovering            release
      recovering_rest   recovering_rest       release`,
  ],
  [
    'the code has run out at the scan',
    scannedBy(refusal('QR_EXPIRED')),
    `
      scanning          cart:refused          keep`,
  ],
  [
    'the answer to the scan is lost',
    scannedBy(lost),
    `
      scanning          scanning              rest in 2000`,
  ],
  [
    'the last answer to the scan is lost',
    scannedBy(lost, 4),
    `
      scanning          cart:scan_lost        keep`,
  ],
  [
    'the clerk gives the scan up',
    plain({ type: 'scan_given_up' }),
    `
      scanning          cart                  keep, stop rest, release`,
  ],
  [
    'the member is taken off',
    plain({ type: 'member_dropped' }),
    `
      member            cart                  keep, release, stop claim`,
  ],
  [
    'the cart is emptied',
    plain({ type: 'cleared' }),
    `
      empty             empty                 keep, stop claim
      cart              empty                 keep, stop claim
      looking           empty                 keep, stop claim
      fetching          empty                 keep, stop claim
      taken             empty                 keep_held, keep, stop claim, send_held
      scanning          empty                 keep, stop rest, release, stop claim
      member            empty                 keep, release, stop claim`,
  ],
  [
    'the cart is put aside',
    plain({ type: 'put_aside', name: '赤い傘', keepsArticles: false }),
    `
      cart              empty                 keep_held, keep, stop claim, send_held
      taken             empty                 keep_held, keep, stop claim, send_held
      member            empty                 keep_held, keep, stop claim, send_held`,
  ],
  [
    'a cart is asked for',
    plain({ type: 'resume_asked', parked }),
    `
      empty             fetching              keep, resume`,
  ],
  [
    'a cart comes back',
    ({ serial }) => comeBack(serial),
    `
      empty             empty:warning         keep
      cart              cart:warning          keep
      looking           looking:warning       keep
      fetching          taken                 keep
      taken             taken:warning         keep
      scanning          scanning:warning      keep with scan
      member            member:warning        keep`,
  ],
  [
    'a stored sale turns out to be paid',
    knownBy('recovery', answer(stateOf('completed'))),
    `
      recovering        done                  keep, stop rest, stop overdue
      recovering_rest   done                  keep, stop rest, stop overdue`,
  ],
  [
    'a stored sale is open still',
    knownBy('recovery', answer(stateOf('open', member))),
    `
      recovering        member:not_settled    keep with settle, stop rest, stop overdue, claim in 90000
      recovering_rest   member                keep, stop rest, stop overdue, claim in 90000`,
  ],
  [
    'its customer is being asked',
    knownBy('recovery', answer(stateOf('pending_confirm', asked))),
    `
      recovering        sending_member        keep with settle, stop rest, stop overdue, claim in 90000, stop claim, observe, overdue in 30000, send payUpdate
      recovering_rest   member                keep, stop rest, stop overdue, claim in 90000`,
  ],
  [
    'a stored sale is not known',
    knownBy('recovery', refusal('TXN_NOT_FOUND')),
    `
      recovering        cart:not_settled      keep with settle, stop rest, stop overdue
      recovering_rest   cart:member_gone      keep, stop rest, stop overdue, stop claim`,
  ],
  [
    'the question about it is refused for a reason of its own',
    knownBy('recovery', refusal('RATE_LIMITED')),
    `
      recovering        recovering_rest       rest in 2000
      recovering_rest   recovering_rest       rest in 2000`,
  ],
  [
    'the server is not reached',
    knownBy('recovery', lost),
    `
      recovering        recovering_rest       rest in 2000
      recovering_rest   recovering_rest       rest in 2000`,
  ],
  [
    'the next customer comes',
    plain({ type: 'next_asked' }),
    `
      done              empty                 keep, stop claim`,
  ],
  [
    'the network is away when a cart is put aside',
    plain({ type: 'put_aside', name: '赤い傘', keepsArticles: false }),
    `
      cart              empty                 keep_held, keep, stop claim
      taken             empty                 keep_held, keep, stop claim
      member            empty                 keep_held, keep, stop claim`,
    true,
  ],
]

const cases = rows.flatMap(([name, event, outcomes, isOffline = false]) => {
  const lines = new Map(
    outcomes
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
      .map(([state = '', next = '', effects = '']) => [state, { next, effects }]),
  )
  return (Object.keys(states) as State[]).map((state) => {
    const { next, effects } = lines.get(state) ?? { next: nameOf(states[state]), effects: '' }
    return { name, event, isOnline: !isOffline, state, next, effects }
  })
})

describe('a register', () => {
  test('stands in each state that the table names', () => {
    for (const [name, register] of Object.entries(states)) expect(stateName(register)).toBe(name)
  })

  test.each(cases)('that is $state, when $name: $next', ({ event, isOnline, state, next, effects }) => {
    const before = states[state]
    const copy = structuredClone(before)
    const [register, done] = transition(before, { ...event(before), fresh: { ...fresh(), isOnline } })
    expect([nameOf(register), done.map(lineOf).join(', ')]).toEqual([next, effects])
    expect(before).toEqual(copy)
  })

  test.each([
    ['empty', 'empty', 'keep'],
    ['cart', 'cart', 'keep'],
    ['looking', 'cart', 'keep'],
    ['fetching', 'empty', 'keep'],
    ['taken', 'taken', 'keep'],
    ['scanning', 'recovering', 'overdue in 30000, ask for recovery'],
    ['member', 'recovering', 'overdue in 30000, ask for recovery'],
    ['sending', 'recovering', 'overdue in 30000, ask for recovery'],
    ['sending_member', 'recovering', 'overdue in 30000, ask for recovery'],
    ['sending_taken', 'recovering', 'overdue in 30000, ask for recovery'],
    ['resting', 'recovering', 'overdue in 30000, ask for recovery'],
    ['asking', 'recovering', 'overdue in 30000, ask for recovery'],
    ['confirming', 'recovering', 'overdue in 30000, ask for recovery'],
    ['done', 'recovering', 'overdue in 30000, ask for recovery'],
  ] as const)('whose tab is closed as $0 and opened again is $1', (state, next, effects) => {
    const [register, done] = transition(unopened('register-1', 'id-0'), {
      ...reloaded(states[state]),
      fresh: fresh(),
    })
    expect([nameOf(register), done.map(lineOf).join(', ')]).toEqual([next, effects])
    expect(register.sale.lines).toEqual(states[state].sale.lines)
  })

  test.each(Object.keys(states) as State[])('that is left as %s sends and writes nothing more', (state) => {
    const left = after(states[state], plain({ type: 'left' }))
    for (const [, event] of rows) {
      const [next, effects] = transition(left, { ...event(left), fresh: fresh() })
      expect([next, effects]).toEqual([left, []])
    }
  })
})
