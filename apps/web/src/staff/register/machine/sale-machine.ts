import type { ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Article, LineChange } from '../cart/cart.ts'
import type { Held } from '../parked/held.ts'
import { cartOf } from '../cart/cart.ts'
import type { Payment } from '../tender/tenders.ts'
import { resendAfterMs } from './outcome.ts'
import type { Reply } from './outcome.ts'
import { isEditing, unopened } from './register.ts'
import type { SaleEffect, SaleEvent, Timer } from './register.ts'
import type { Parked, Refusal, SignedDeferral, SlipBegun, TerminalSlip } from './sale-parts.ts'
import type { MachinePorts, Notice } from './sale-state.ts'
import { mayPutAside, maySay, mayTakeCart, transition } from './transition.ts'

export type SaleMachine = ReturnType<typeof createSaleMachine>

/**
 * One register: `transition` says what becomes of it by each event and what is to be done, and this does that. Nothing
 * here decides.
 */
export function createSaleMachine(ports: MachinePorts) {
  const { register_id } = ports
  const listeners = new Set<() => void>()
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  let register = unopened(register_id, ports.newId())
  let stopObserving = () => {}
  let withdrawing: Promise<void> = Promise.resolve()
  /** Those who wait until nothing is on its way to the server any more. */
  const waiting: (() => void)[] = []
  let resuming: Promise<Reply<ResumedSale, Refusal>> | null = null

  function dispatch(event: SaleEvent): void {
    const before = register
    const fresh = { now: ports.now(), isOnline: ports.isOnline(), id: ports.newId(), key: ports.newId() }
    const [next, effects] = transition(register, { ...event, fresh })
    register = next
    for (const effect of effects) run(effect)
    if (next.sale !== before.sale || next.held !== before.held) for (const listener of listeners) listener()
    if (next.round === null) for (const resolve of waiting.splice(0)) resolve()
  }

  function run(effect: SaleEffect): void {
    switch (effect.do) {
      case 'keep':
        ports.storage.write(effect.sale)
        break
      case 'keep_held':
        ports.held.write(effect.held)
        break
      case 'forget_held':
        ports.held.write(ports.held.read().filter(({ id }) => id !== effect.id))
        break
      case 'send_held': {
        const { held } = effect
        void sendHeld(held).then((reply) => dispatch({ type: 'held_replied', held, reply }))
        break
      }
      case 'send_scan': {
        const { scan } = effect
        const { token, transaction_id, key } = scan
        void ports
          .pay({ token, transaction_id, register_id }, key)
          .then((reply) => dispatch({ type: 'scan_replied', scan, reply }))
        break
      }
      case 'send_completion': {
        const { sending, turn } = effect
        const { key } = sending
        const sent =
          sending.call === 'pay' ? ports.pay(sending.body, key) : ports.payUpdate(sending.body, key)
        void sent.then((reply) => dispatch({ type: 'completion_replied', turn, reply }))
        break
      }
      case 'observe': {
        const { transaction_id } = effect
        const observed = ports.observe(transaction_id)
        stopObserving = observed.stop
        void observed.reported.then(() => dispatch({ type: 'reported', transaction_id }))
        break
      }
      case 'stop_observing':
        stopObserving()
        break
      case 'ask_state': {
        const { question } = effect
        void ports
          .registerState(question.transaction_id)
          .then((reply) => dispatch({ type: 'state_came', question, reply }))
        break
      }
      case 'renew_hold': {
        const { body, key } = effect
        void ports
          .payUpdate(body, key)
          .then((reply) => dispatch({ type: 'hold_renewed', transaction_id: body.transaction_id, reply }))
        break
      }
      case 'release':
        void release(effect.transaction_id)
        break
      case 'withdraw': {
        const { withdrawal } = effect
        withdrawing = ports
          .withdraw(withdrawal.transaction_id)
          .then(() => dispatch({ type: 'withdrawn', withdrawal }))
        break
      }
      case 'reprice':
        void reprice(effect)
        break
      case 'resume': {
        const { takingUp } = effect
        resuming = ports.resume(takingUp.parked.id, takingUp.parked.version).then((reply) => {
          dispatch({ type: 'resumed', takingUp, reply })
          return reply
        })
        break
      }
      case 'start_timer': {
        const { timer, ms } = effect
        clearTimeout(timers.get(timer))
        timers.set(
          timer,
          setTimeout(() => dispatch({ type: 'rang', timer }), ms),
        )
        break
      }
      case 'stop_timer':
        clearTimeout(timers.get(effect.timer))
    }
  }

  async function sendHeld({ id, name, lines, discount, checkout_id, keep_goods, parked }: Held) {
    // Once the screens have seen that it is on its way.
    await Promise.resolve()
    const cart = cartOf({ lines, discount })
    if (parked !== null)
      return ports.updateParked(parked.id, {
        register_id,
        version: parked.version,
        status: 'parked',
        name,
        ...cart,
      })
    return ports.park({
      id,
      register_id,
      name,
      ...cart,
      ...(checkout_id !== null && { checkout_id }),
      ...(keep_goods && { keep_goods }),
    })
  }

  /** Also after the page was left: a code that is not given back stays closed to its owner for minutes. */
  async function release(transaction_id: string): Promise<void> {
    const key = ports.newId()
    for (const pause of [0, ...resendAfterMs]) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const reply = await ports.payUpdate({ transaction_id, register_id, status: 'cancelled' }, key)
      if (reply.kind !== 'lost') return
    }
  }

  async function reprice({ repricing }: Extract<SaleEffect, { do: 'reprice' }>): Promise<void> {
    const { sku_ids, parked } = repricing
    const [skus, taken] = await Promise.all([
      ports.skus(sku_ids),
      parked === null ? null : ports.resume(parked.id, parked.version - 1),
    ])
    dispatch({ type: 'repriced', repricing, skus, quoted: taken?.kind === 'answer' ? taken.value.skus : [] })
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  dispatch({ type: 'opened', stored: ports.storage.read(), held: ports.held.read() })

  return {
    state: () => register.sale,
    subscribe,
    /** The carts that were put aside here, until the server has them. */
    held: {
      list: () => register.held,
      subscribe,
      /** Ends when nothing is on its way any more. */
      sendAll(): Promise<void> {
        dispatch({ type: 'waiting_sent' })
        return register.round === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
      },
    },
    /**
     * An article is being looked up, and the sale waits for it. Answers how to end that, and whether it is the same sale
     * still: what was read for one customer is never sold to the next.
     */
    look(code: string): () => boolean {
      const { serial } = register
      dispatch({ type: 'look_begun', code })
      return () => {
        dispatch({ type: 'look_ended', code, serial })
        return register.serial === serial
      }
    },
    /** @param seen what stood in the strip when it was read */
    addSku(sku: Article, seen: Notice | null = register.sale.notice) {
      dispatch({ type: 'article_added', sku, seen })
    },
    addWeighed(sku: Sku, weight_mg: number) {
      dispatch({ type: 'weighed', sku, weight_mg })
    },
    addAmount(name: string, unit_price: number, quantity: number, tax_rate?: number) {
      dispatch({ type: 'amount_typed', name, unit_price, quantity, tax_rate })
    },
    changeLine(key: string, change: LineChange) {
      dispatch({ type: 'line_changed', key, change })
    },
    setQuantity(key: string, quantity: number) {
      dispatch({ type: 'quantity_set', key, quantity })
    },
    /** Answers how to put the line back. */
    remove(key: string): (() => void) | null {
      const { lines } = register.sale
      const index = lines.findIndex((line) => line.key === key)
      const line = lines[index]
      if (line === undefined || !isEditing(register)) return null
      dispatch({ type: 'line_removed', key })
      return () => dispatch({ type: 'line_restored', line, index })
    },
    select(key: string) {
      dispatch({ type: 'line_selected', key })
    },
    clear() {
      dispatch({ type: 'cleared' })
    },
    /** Off the whole sale; null takes it back. */
    discountSale(discount: Discount | null) {
      dispatch({ type: 'discounted', discount })
    },
    /** A second person agreed to the discount as it stands. */
    approve(id: string) {
      dispatch({ type: 'approved', id })
    },
    slip(terminal: TerminalSlip) {
      dispatch({ type: 'slip_typed', terminal })
    },
    /** More of a slip was typed; null when it is none after all. */
    beginSlip(change: ((begun: SlipBegun | null) => SlipBegun) | null) {
      dispatch({ type: 'slip_begun', begun: change === null ? null : change(register.sale.begun) })
    },
    /** What the customer signed for, or nothing deferred any more. */
    defer(signed: SignedDeferral | null) {
      dispatch({ type: 'deferred', signed })
    },
    activate(payment: Payment) {
      dispatch({ type: 'tender_chosen', payment })
    },
    enter(payment: Payment, amount: number) {
      dispatch({ type: 'tender_entered', payment, amount })
    },

    /** A member's code was read: in place of another one that is still being looked up. */
    scan(token: string) {
      dispatch({ type: 'code_read', token })
    },
    scanAgain() {
      dispatch({ type: 'scan_again' })
    },
    /** The sale goes on as if the code had not been read. */
    giveUpScan() {
      dispatch({ type: 'scan_given_up' })
    },
    dropMember() {
      dispatch({ type: 'member_dropped' })
    },

    confirm() {
      dispatch({ type: 'confirmed' })
    },
    askNow() {
      dispatch({ type: 'asked_now' })
    },
    /** The customer is not to be asked any longer: the act ends as refused, and the sale stays on the screen. */
    withdraw(): Promise<void> {
      dispatch({ type: 'withdraw_asked' })
      return withdrawing
    },
    next() {
      dispatch({ type: 'next_asked' })
    },
    /** Answers whether it is seen. */
    say(notice: Notice | null, seen: Notice | null = register.sale.notice): boolean {
      const isSeen = maySay(register, notice, seen)
      dispatch({ type: 'notice_put', notice, seen })
      return isSeen
    },

    /** Puts the cart aside and leaves the register free; answers whether. It is on the device before anything is sent. */
    hold(name: string, keepsArticles = false): boolean {
      const isPossible = mayPutAside(register)
      dispatch({ type: 'put_aside', name, keepsArticles })
      return isPossible
    },
    /**
     * Takes back a cart that the server keeps; null where that cannot be now. A cart in hand has to be put aside or
     * finished first.
     */
    async resume(parked: Parked): Promise<Reply<ResumedSale, Refusal> | null> {
      if (!mayTakeCart(register)) return null
      dispatch({ type: 'resume_asked', parked })
      return resuming
    },
    /** Takes back a cart that is on this device alone. */
    takeBack(id: string) {
      dispatch({ type: 'held_taken_back', id })
    },
    /** Throws a cart away that is on this device alone. */
    discardHeld(id: string) {
      dispatch({ type: 'held_discarded', id })
    },
    leave() {
      dispatch({ type: 'left' })
    },
  }
}
