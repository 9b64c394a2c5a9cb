import type { ParkedSale, ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { Held } from '../parked/held.ts'
import { cup, customer } from './fake-server.ts'
import type { Reply } from './outcome.ts'
import { unopened } from './register.ts'
import type { Register, SaleEffect, SaleEvent, Timer } from './register.ts'
import type { Refusal } from './sale-parts.ts'
import type { StoredSale } from './storage.ts'
import { transition } from './transition.ts'

/** What becomes of a request on its way. `late` is done at once and answered some time. */
export const fates = ['ok', 'ok', 'answer_lost', 'dropped', 'late', 'refused', 'busy', 'asked'] as const
export type Fate = (typeof fates)[number]

type Request = Extract<
  SaleEffect,
  {
    do:
      | 'send_scan'
      | 'send_completion'
      | 'ask_state'
      | 'renew_hold'
      | 'release'
      | 'withdraw'
      | 'reprice'
      | 'resume'
      | 'send_held'
  }
>
type Pending = { request: Request; answer: SaleEvent | null }
type StateReply = Reply<RegisterState, Refusal>

const lost = { kind: 'lost' } as const
const refusal = (code: string) => ({ kind: 'refusal', refusal: { code, message: code } }) as const
const skusOf = (items: PayBody['items']): string[] =>
  (items ?? []).flatMap((item) => ('sku_id' in item ? [item.sku_id] : []))

/**
 * A register with its device, a network that loses what it likes, and a server of a few lines. Every article is one piece
 * of its kind, so that it is seen where each of them has gone.
 */
export function openWorld() {
  const sold = new Map<string, readonly string[]>()
  const checkouts = new Map<string, 'open' | 'asked' | 'cancelled'>()
  const answers = new Map<string, StateReply>()
  const parked = new Map<string, { version: number; status: 'parked' | 'here' | 'paid'; skus: string[] }>()
  const discarded = new Set<string>()
  const timers = new Set<Timer>()
  const faults: string[] = []
  let pending: Pending[] = []
  let device: { stored: StoredSale | null; held: readonly Held[] } = { stored: null, held: [] }
  let isOnline = true
  let names = 0
  /** The completion of which the server has not said yet what became of it. */
  let doubt: { key: string; transaction_id: string } | null = null
  let register: Register = unopened('register-1', 'id-0')

  const newName = (kind: string) => `${kind}-${(names += 1)}`

  function dispatch(event: SaleEvent): void {
    takeWord(event)
    register = apply(register, event)
  }

  function apply(to: Register, event: SaleEvent): Register {
    const fresh = { now: names, isOnline, id: newName('id'), key: newName('key') }
    const [next, effects] = transition(to, { ...event, fresh })
    for (const effect of effects) run(effect)
    return next
  }

  /** Only what the server says of the sale itself ends a doubt. */
  function takeWord(event: SaleEvent): void {
    if (event.type === 'completion_replied' && event.reply.kind !== 'lost') doubt = null
    if (event.type !== 'state_came' || event.question.transaction_id !== doubt?.transaction_id) return
    const { reply } = event
    if (reply.kind === 'answer' || (reply.kind === 'refusal' && reply.refusal.code === 'TXN_NOT_FOUND'))
      doubt = null
  }

  function run(effect: SaleEffect): void {
    switch (effect.do) {
      case 'keep':
        device = { ...device, stored: structuredClone(effect.sale) }
        break
      case 'keep_held':
        device = { ...device, held: structuredClone(effect.held) }
        break
      case 'forget_held':
        device = { ...device, held: device.held.filter(({ id }) => id !== effect.id) }
        break
      case 'start_timer':
        timers.add(effect.timer)
        break
      case 'stop_timer':
        timers.delete(effect.timer)
        break
      case 'observe':
      case 'stop_observing':
        break
      case 'send_completion': {
        const { key, body } = effect.sending
        if (doubt !== null && doubt.key !== key) faults.push(`${key} goes out before ${doubt.key} is known`)
        if (device.stored?.act?.key !== key) faults.push(`${key} goes out before it is written down`)
        doubt = { key, transaction_id: body.transaction_id ?? '' }
        pending.push({ request: effect, answer: null })
        break
      }
      default:
        pending.push({ request: effect, answer: null })
    }
  }

  const stateOf = (id: string, status: RegisterState['status']): StateReply => ({
    kind: 'answer',
    value: {
      status,
      transaction: { id } as RegisterState['transaction'],
      customer: checkouts.has(id) ? customer() : null,
      claim_expires_at: null,
      claim_expires_in: 120,
      warnings: [],
      ...(status === 'pending_confirm' && {
        confirmation: { state: 'pending', balance: 1, points: 0, later: 0, expires_in: 60 },
      }),
    } as unknown as RegisterState,
  })

  function knownOf(id: string): StateReply {
    if (sold.has(id)) return stateOf(id, 'completed')
    const checkout = checkouts.get(id)
    if (checkout === undefined) return refusal('TXN_NOT_FOUND')
    return stateOf(id, checkout === 'asked' ? 'pending_confirm' : checkout)
  }

  function complete({ call, body }: { call: 'pay' | 'payUpdate'; body: PayBody }, fate: Fate): StateReply {
    const id = body.transaction_id ?? ''
    const checkout = checkouts.get(id)
    if (sold.has(id)) return refusal('PAYMENT_STATE')
    if (call === 'payUpdate' && (checkout === undefined || checkout === 'cancelled'))
      return refusal('QR_EXPIRED')
    if (call === 'pay' && checkout !== undefined) return refusal('PAYMENT_STATE')
    const waiting = body.parked === undefined ? undefined : parked.get(body.parked.id)
    if (body.parked !== undefined && (waiting?.status !== 'here' || waiting.version !== body.parked.version))
      return refusal('PARKED_ENDED')
    if (fate === 'refused') return refusal(names % 2 === 0 ? 'INSUFFICIENT_BALANCE' : 'CONFLICT')
    if (fate === 'asked' && checkout !== undefined) {
      checkouts.set(id, 'asked')
      return stateOf(id, 'pending_confirm')
    }
    const skus = skusOf(body.items)
    const twice = skus.filter((sku) => [...sold.values()].some((others) => others.includes(sku)))
    if (twice.length > 0) faults.push(`${twice.join()} is sold twice, by ${id} as well`)
    sold.set(id, skus)
    if (waiting !== undefined) waiting.status = 'paid'
    return stateOf(id, 'completed')
  }

  function park({ id, parked: before, lines }: Held): Reply<ParkedSale, Refusal> {
    const skus = lines.flatMap(({ sku_id }) => (sku_id === null ? [] : [sku_id]))
    const found = parked.get(id)
    const version = (before?.version ?? 0) + 1
    const isAgain = found?.status === 'parked' && found.version === version
    const isNext =
      before === null ? found === undefined : found?.status === 'here' && found.version === before.version
    if (!isAgain && !isNext) return refusal('CONFLICT')
    parked.set(id, { version, status: 'parked', skus })
    return { kind: 'answer', value: {} as ParkedSale }
  }

  function resume(id: string, version: number): Reply<ResumedSale, Refusal> {
    const found = parked.get(id)
    const isAgain = found?.status === 'here' && found.version === version + 1
    if (found === undefined || (!isAgain && (found.status !== 'parked' || found.version !== version)))
      return refusal('CONFLICT')
    Object.assign(found, { version: version + 1, status: 'here' })
    const value = {
      parked: { id, name: 'umbrella', version: version + 1, total: 0 },
      cart: { items: found.skus.map((sku_id) => ({ sku_id, quantity: 1 })) },
      skus: found.skus.map((sku) => ({ ...cup, id: sku })),
      total: 0,
      unavailable: [],
    }
    return { kind: 'answer', value: value as unknown as ResumedSale }
  }

  /** What the server does with a request, and the event of its answer; null where none is waited for. */
  function work(request: Request, fate: Fate): SaleEvent | null {
    const isTaken = fate !== 'dropped' && fate !== 'busy'
    const isAnswered = isTaken && fate !== 'answer_lost'
    const unanswered = fate === 'busy' ? { ...lost, busy: { code: 'OVERLOADED', message: '' } } : lost
    const keyed = (key: string, act: () => StateReply): StateReply => {
      if (!isTaken) return unanswered
      const reply = answers.get(key) ?? act()
      const isFinal = reply.kind !== 'answer' || reply.value.status !== 'pending_confirm'
      if (isFinal) answers.set(key, reply)
      return isAnswered ? reply : lost
    }
    switch (request.do) {
      case 'send_scan': {
        const { scan } = request
        const reply = keyed(scan.key, () => {
          if (fate === 'refused') return refusal('QR_EXPIRED')
          if (!checkouts.has(scan.transaction_id)) checkouts.set(scan.transaction_id, 'open')
          return knownOf(scan.transaction_id)
        })
        return { type: 'scan_replied', scan, reply }
      }
      case 'send_completion': {
        const { sending, turn } = request
        return { type: 'completion_replied', turn, reply: keyed(sending.key, () => complete(sending, fate)) }
      }
      case 'ask_state': {
        const { question } = request
        const said = fate === 'refused' ? refusal('RATE_LIMITED') : knownOf(question.transaction_id)
        return { type: 'state_came', question, reply: isAnswered ? said : lost }
      }
      case 'renew_hold': {
        const { transaction_id } = request.body
        return { type: 'hold_renewed', transaction_id, reply: isAnswered ? knownOf(transaction_id) : lost }
      }
      case 'release':
        if (isTaken && checkouts.has(request.transaction_id) && !sold.has(request.transaction_id))
          checkouts.set(request.transaction_id, 'cancelled')
        return null
      case 'withdraw': {
        const { withdrawal } = request
        if (isTaken && checkouts.get(withdrawal.transaction_id) === 'asked')
          checkouts.set(withdrawal.transaction_id, 'open')
        return { type: 'withdrawn', withdrawal }
      }
      case 'reprice':
        return { type: 'repriced', repricing: request.repricing, skus: isAnswered ? [] : null, quoted: [] }
      case 'resume': {
        const { takingUp } = request
        const said = isTaken ? resume(takingUp.parked.id, takingUp.parked.version) : lost
        return { type: 'resumed', takingUp, reply: isAnswered ? said : lost }
      }
      case 'send_held': {
        const { held } = request
        const said = isTaken ? park(held) : lost
        return { type: 'held_replied', held, reply: isAnswered ? said : lost }
      }
    }
  }

  /** The page goes and comes again; what was on its way may have arrived, and its answer finds the page that is gone. */
  function reload(fate: Fate): void {
    const left = apply(register, { type: 'left' })
    const onTheirWay = pending
    pending = []
    timers.clear()
    for (const { request, answer } of onTheirWay) {
      const event = answer ?? work(request, fate)
      if (event !== null) apply(left, event)
    }
    register = unopened('register-1', newName('id'))
    dispatch({ type: 'opened', stored: structuredClone(device.stored), held: structuredClone(device.held) })
  }

  function deliver(index: number, fate: Fate): void {
    const one = pending[index % pending.length]
    if (one === undefined) return
    pending = pending.filter((other) => other !== one)
    const event = one.answer ?? work(one.request, fate)
    if (event === null) return
    if (fate === 'late' && one.answer === null) pending.push({ request: one.request, answer: event })
    else dispatch(event)
  }

  function ring(index: number): void {
    const timer = [...timers][index % timers.size]
    if (timer === undefined) return
    timers.delete(timer)
    dispatch({ type: 'rang', timer })
  }

  /** Where a piece is, by what the page holds and by what its device and the server would know without it. */
  function whereIs(sku: string): { page: boolean; device: boolean } {
    const has = (lines: readonly { sku_id: string | null }[]) => lines.some(({ sku_id }) => sku_id === sku)
    const isElsewhere =
      discarded.has(sku) ||
      [...sold.values()].some((skus) => skus.includes(sku)) ||
      [...parked.values()].some(({ skus }) => skus.includes(sku))
    const { stored, held } = device
    return {
      page: isElsewhere || has(register.sale.lines) || register.held.some(({ lines }) => has(lines)),
      device: isElsewhere || (stored !== null && has(stored.lines)) || held.some(({ lines }) => has(lines)),
    }
  }

  /** Another register pays a cart that waits for all of them. */
  function payElsewhere(): void {
    const [id, one] = [...parked].find(([, { status }]) => status === 'parked') ?? []
    if (id === undefined || one === undefined) return
    Object.assign(one, { version: one.version + 1, status: 'paid' })
    sold.set(newName('elsewhere'), one.skus)
  }

  dispatch({ type: 'opened', stored: null, held: [] })

  return {
    register: () => register,
    faults,
    sold,
    dispatch,
    deliver,
    ring,
    reload,
    payElsewhere,
    whereIs,
    newArticle: () => ({ ...cup, id: newName('article') }),
    newCode: () => newName('code'),
    discard: (skus: readonly (string | null)[]) => {
      for (const sku of skus) if (sku !== null) discarded.add(sku)
    },
    firstParked: () => {
      const [id, one] = [...parked].find(([, { status }]) => status !== 'paid') ?? []
      if (id === undefined || one === undefined) return null
      return { id, name: 'umbrella', version: one.status === 'here' ? one.version - 1 : one.version }
    },
    setOnline: (next: boolean) => {
      isOnline = next
    },
    /** A day has passed: the server knows a key no more, and each sale by its id alone. */
    forgetKeys: () => answers.clear(),
    /** The customer taps yes. */
    answerQuestion: () => {
      for (const [id, status] of checkouts) if (status === 'asked') checkouts.set(id, 'open')
    },
    isIdle: () => pending.length === 0,
    hasTimer: (timer: Timer) => timers.has(timer),
    ringTimer: (timer: Timer) => {
      timers.delete(timer)
      dispatch({ type: 'rang', timer })
    },
  }
}

export type World = ReturnType<typeof openWorld>
