import type { Sku } from '@shirogane/contract/skus'
import { createActs } from './acts.ts'
import { addAmount, addSku, removeLine, restoreLine, setQuantity, totalsOf } from './cart.ts'
import { createSale } from './sale.ts'
import { enter } from './tenders.ts'
import type { Payment } from './tenders.ts'
import { availableOf, obstacleOf } from './till-state.ts'
import type { Notice, TillPorts } from './till-state.ts'

export type Till = ReturnType<typeof createTill>

/** One register: what a person may do with the sale in hand, and when. */
export function createTill(ports: TillPorts) {
  const sale = createSale(ports)
  const acts = createActs(ports, sale)
  /** The sale may be changed and no code is being looked up. */
  const isFree = () => sale.isEditing() && !sale.state().is_scanning

  void acts.recover()

  return {
    state: sale.state,
    subscribe: sale.subscribe,

    addSku(sku: Sku) {
      const lines = addSku(sale.state().lines, sku)
      sale.setLines(lines, sku.id)
    },
    addAmount(name: string, unit_price: number, quantity: number) {
      const key = ports.newKey()
      sale.setLines(addAmount(sale.state().lines, key, name, unit_price, quantity), key)
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
      const { member, transaction_id } = sale.state()
      if (!isFree()) return
      if (member !== null) void acts.release(transaction_id)
      sale.begin()
    },

    activate(active: Payment) {
      if (sale.isEditing()) sale.set({ active })
    },
    enter(payment: Payment, amount: number) {
      if (!sale.isEditing()) return
      sale.touch()
      const { total } = totalsOf(sale.state().lines)
      sale.set({
        active: payment,
        entered: enter(payment, amount, total, sale.state().entered, availableOf(sale.state().member)),
      })
    },

    /** A member's code was read. */
    scan(token: string) {
      if (isFree()) acts.scan(token)
    },
    scanAgain() {
      if (isFree()) acts.scanAgain()
    },
    dropMember() {
      const { member, transaction_id } = sale.state()
      if (!isFree() || member === null) return
      void acts.release(transaction_id)
      sale.detach(null)
    },

    confirm() {
      if (obstacleOf(sale.state()) === null) void acts.settle()
    },
    askNow: acts.askNow,
    next() {
      if (sale.state().phase.name === 'done') sale.begin()
    },

    say(notice: Notice | null) {
      if (sale.isEditing()) sale.set({ notice })
    },
    leave: acts.leave,
  }
}
