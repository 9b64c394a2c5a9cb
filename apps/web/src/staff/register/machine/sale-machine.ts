import type { ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { createActs } from './acts.ts'
import {
  addAmount,
  addSku,
  type Article,
  addWeighed,
  changeLine,
  linesFrom,
  removeLine,
  restoreLine,
  setQuantity,
  totalsOf,
} from '../cart/cart.ts'
import type { LineChange } from '../cart/cart.ts'
import { createHeld, isHereAlone } from '../parked/held.ts'
import type { Reply } from './outcome.ts'
import { createSale } from './sale.ts'
import { enterTender, fitTenders } from '../tender/tenders.ts'
import type { Payment } from '../tender/tenders.ts'
import { availableOf, isAboutArticle, isQuestion, obstacleOf } from './sale-state.ts'
import type { Notice, MachinePorts } from './sale-state.ts'
import type { Parked, Refusal, SignedDeferral, SlipBegun, TerminalSlip } from './sale-parts.ts'
import { heldInWords, heldStill, resumeWarning } from '../parked/held-text.ts'

export type SaleMachine = ReturnType<typeof createSaleMachine>

/** One register: what a person may do with the sale in hand, and when. */
export function createSaleMachine(ports: MachinePorts) {
  const sale = createSale(ports)
  const acts = createActs(ports, sale)
  /** The sale may be changed and no member's code is being looked up. */
  const isFree = () => sale.isEditing() && !sale.state().is_scanning
  /** Nor an article, which would come into the cart that is open by then. */
  const isWhole = () => isFree() && sale.state().looking.length === 0

  const held = createHeld(ports)

  void acts.recover()
  void held.sendAll()

  /** Puts the cart aside and leaves the register free; answers whether. It is on the device before anything is sent. */
  function hold(name: string, keep_goods = false): boolean {
    const { lines, discount, member, transaction_id, parked } = sale.state()
    if (!isWhole() || lines.length === 0) return false
    held.add({
      id: parked?.id ?? ports.newId(),
      name,
      lines,
      discount,
      checkout_id: member === null ? null : transaction_id,
      keep_goods,
      parked,
      at: new Date(ports.now()).toISOString(),
      is_sent: false,
      refused: null,
    })
    sale.begin()
    return true
  }

  /**
   * An article is being looked up, and the sale waits for it. Answers how to end that, and whether it is the same sale
   * still: what was read for one customer is never sold to the next.
   */
  function look(code: string): () => boolean {
    const serial = sale.serial()
    sale.set({ looking: [...sale.state().looking, code] })
    return () => {
      if (sale.serial() !== serial) return false
      const { looking } = sale.state()
      if (looking.includes(code)) sale.set({ looking: looking.toSpliced(looking.indexOf(code), 1) })
      return true
    }
  }

  return {
    state: sale.state,
    subscribe: sale.subscribe,
    held,
    look,
    /** @param seen what stood in the strip when it was read */
    addSku(sku: Article, seen?: Notice | null) {
      const lines = addSku(sale.state().lines, sku)
      sale.setLines(lines, sku.id, undefined, seen)
    },
    addWeighed(sku: Sku, weight_mg: number) {
      const key = ports.newId()
      sale.setLines(addWeighed(sale.state().lines, key, sku, weight_mg), key)
    },
    addAmount(name: string, unit_price: number, quantity: number, tax_rate?: number) {
      const key = ports.newId()
      sale.setLines(addAmount(sale.state().lines, key, name, unit_price, quantity, tax_rate), key)
    },
    changeLine(key: string, change: LineChange) {
      sale.setLines(changeLine(sale.state().lines, key, change), key)
    },
    /** Off the whole sale; null takes it back. */
    discountSale(discount: Discount | null) {
      const { lines, selected } = sale.state()
      sale.setLines(lines, selected, discount)
    },
    /** A second person agreed to the discount as it stands. */
    approve(id: string) {
      const { gross, discount } = totalsOf(sale.state())
      if (sale.isEditing()) sale.set({ approval: { id, gross, discount } })
    },
    slip(terminal: TerminalSlip) {
      if (sale.isEditing()) sale.set({ terminal, begun: null })
    },
    /** More of a slip was typed; null when it is none after all. */
    beginSlip(change: ((begun: SlipBegun | null) => SlipBegun) | null) {
      if (sale.isEditing()) sale.set({ begun: change === null ? null : change(sale.state().begun) })
    },
    /** What the customer signed for, or nothing deferred any more. */
    defer(signed: SignedDeferral | null) {
      if (!sale.isEditing()) return
      const { entered, member } = sale.state()
      const total = totalsOf(sale.state()).total
      sale.set({
        signed,
        entered: fitTenders(total, { ...entered, later: signed?.amount ?? 0 }, availableOf(member)),
      })
    },
    hold,
    /**
     * Takes back a cart that the server keeps; null where that cannot be now. A cart in hand has to be put aside or finished
     * first. What is read while it is on its way is bought with it.
     */
    async resume(parked: Parked): Promise<Reply<ResumedSale, Refusal> | null> {
      if (!isWhole() || sale.state().lines.length > 0) return null
      const { notice: seen } = sale.state()
      const isStillWanted = look(heldInWords(parked.name))
      const reply = await ports.resume(parked.id, parked.version)
      const isWanted = isStillWanted()
      if (reply.kind !== 'answer') return reply
      if (!isWanted) {
        if (sale.isEditing()) sale.set({ notice: { kind: 'warning', message: heldStill(parked.name) } })
        return reply
      }
      const { cart, skus, total, unavailable, parked: taken } = reply.value
      const { lines: read, discount } = sale.state()
      const kept = linesFrom(cart.items, skus, ports.newId)
      const lines = read.reduce((all, line) => restoreLine(all, line, all.length), kept)
      sale.set({ parked: { id: taken.id, name: taken.name, version: taken.version } })
      sale.setLines(lines, (read.at(-1) ?? lines[0])?.key ?? null, cart.discount ?? discount, seen)
      const message = resumeWarning(
        unavailable,
        taken.total,
        total,
        read.map(({ name }) => name),
      )
      if (message !== null) sale.set({ notice: { kind: 'warning', message } })
      return reply
    },
    /** Takes back a cart that is on this device alone: it was never sent, or the server refused it. */
    takeBack(id: string) {
      const one = held.list().find((other) => other.id === id)
      if (one === undefined || !isHereAlone(one) || !isWhole() || sale.state().lines.length > 0) return
      held.drop(id)
      // The server has not been told yet that the member's code is free again.
      if (!one.is_sent && one.checkout_id !== null) void acts.release(one.checkout_id)
      sale.set({ parked: one.parked })
      sale.setLines(one.lines, one.lines[0]?.key ?? null, one.discount)
    },
    /** Throws a cart away that is on this device alone. */
    discardHeld(id: string) {
      const one = held.list().find((other) => other.id === id)
      held.drop(id)
      if (one !== undefined && !one.is_sent && one.checkout_id !== null) void acts.release(one.checkout_id)
    },
    setQuantity(key: string, quantity: number) {
      sale.setLines(setQuantity(sale.state().lines, key, quantity), key)
    },
    /** Answers how to put the line back. */
    remove(key: string): (() => void) | null {
      const index = sale.state().lines.findIndex((line) => line.key === key)
      const line = sale.state().lines[index]
      if (line === undefined || !sale.isEditing()) return null
      const lines = removeLine(sale.state().lines, key)
      sale.setLines(lines, lines[Math.min(index, lines.length - 1)]?.key ?? null)
      return () => sale.setLines(restoreLine(sale.state().lines, line, index), line.key)
    },
    select(key: string) {
      if (sale.isEditing()) sale.set({ selected: key })
    },
    /** Ends the sale in hand without paying: the cart is emptied and a scanned code goes back to its owner. */
    clear() {
      if (!sale.isEditing()) return
      acts.giveUpScan()
      sale.set({ looking: [] })
      const { member, transaction_id, parked } = sale.state()
      // A cart that was put aside goes back to the others: it is thrown away there, by name.
      if (parked !== null && hold(parked.name)) return
      if (member !== null) void acts.release(transaction_id)
      sale.begin()
    },

    activate(active: Payment) {
      if (sale.isEditing()) sale.set({ active })
    },
    enter(payment: Payment, amount: number) {
      if (!sale.isEditing()) return
      sale.touch()
      const { total } = totalsOf(sale.state())
      sale.set({
        active: payment,
        entered: enterTender(payment, amount, total, sale.state().entered, availableOf(sale.state().member)),
      })
    },

    /** A member's code was read: in place of another one that is still being looked up. */
    scan(token: string) {
      if (!sale.isEditing() || acts.isScanning(token)) return
      acts.giveUpScan()
      acts.scan(token)
    },
    scanAgain() {
      if (isFree()) acts.scanAgain()
    },
    /** The sale goes on as if the code had not been read. */
    giveUpScan() {
      if (sale.isEditing()) acts.giveUpScan()
    },
    dropMember() {
      const { member, transaction_id } = sale.state()
      if (!isFree() || member === null) return
      void acts.release(transaction_id)
      sale.detach(null)
    },

    confirm() {
      if (obstacleOf(sale.state()) === null) void acts.completeSale()
    },
    askNow: acts.askNow,
    withdraw: acts.withdraw,
    next() {
      if (sale.state().phase.name === 'done') sale.begin()
    },

    /**
     * Answers whether it is seen.
     *
     * @param seen what stood in the strip when the article was read that this is about: it takes the place of no word about
     * something else that was said since
     */
    say(notice: Notice | null, seen: Notice | null = sale.state().notice): boolean {
      const { notice: now } = sale.state()
      // What is being written down about a person is not put away by a word about something else.
      if (notice !== null && isQuestion(now)) return false
      if (now !== seen && now !== null && !isAboutArticle(now)) return false
      if (sale.isEditing()) sale.set({ notice })
      return sale.isEditing()
    },
    leave() {
      held.leave()
      acts.leave()
    },
  }
}
