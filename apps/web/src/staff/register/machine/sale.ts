import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { cartOf, fitDiscounts, totalsOf } from '../cart/cart.ts'
import type { Line } from '../cart/cart.ts'
import type { StoredAct } from './storage.ts'
import { fitTenders, nothingEntered } from '../tender/tenders.ts'
import { availableOf, isQuestion, nothingAvailable } from './sale-state.ts'
import type { Notice, MachinePorts, SaleState } from './sale-state.ts'

/** With a hold of two minutes, an untouched sale gives the code back after about six. */
const quietRenewalsMax = 3

/** What is on record of the sale beside what the screen shows. */
type Remembered = { act: StoredAct | null; level_at_scan: number | null }

export type Sale = ReturnType<typeof createSale>

/** The sale in hand: its cart, its tenders and its member, written down at every change, and the hold on the member's code. */
export function createSale(ports: MachinePorts) {
  const listeners = new Set<() => void>()
  const record: Remembered = { act: null, level_at_scan: null }
  let keepAlive: ReturnType<typeof setTimeout> | undefined
  /** Renewals of the hold since the last edit: who only waits for coins keeps the code, an abandoned sale does not. */
  let quietRenewals = 0
  /** Which sale since the page was opened; its transaction may get another id meanwhile. */
  let serial = 0
  let state: SaleState = fresh()

  function fresh(): SaleState {
    return {
      transaction_id: ports.newId(),
      lines: [],
      discount: null,
      approval: null,
      terminal: null,
      begun: null,
      signed: null,
      parked: null,
      selected: null,
      entered: nothingEntered,
      active: 'cash',
      member: null,
      is_scanning: false,
      looking: [],
      phase: { name: 'editing' },
      notice: null,
    }
  }

  function set(next: Partial<SaleState>): void {
    state = { ...state, ...next }
    save()
    for (const listener of listeners) listener()
  }

  function save(): void {
    const { transaction_id, lines, discount, approval, terminal, begun, signed, parked } = state
    const { selected, entered, active, member, phase } = state
    // Until it is known what became of the stored sale, the record of it is the only truth and stays as it is.
    if (phase.name === 'recovering') return
    ports.storage.write({
      transaction_id,
      lines,
      discount,
      approval,
      terminal,
      begun,
      signed,
      parked,
      selected,
      entered,
      active,
      has_member: member !== null,
      level_at_scan: record.level_at_scan,
      act: record.act,
      is_done: phase.name === 'done',
    })
  }

  const isEditing = () => state.phase.name === 'editing'

  /** A change of the cart: the tenders follow it. */
  function setLines(
    lines: readonly Line[],
    selected: string | null,
    discount: Discount | null = state.discount,
    /** What was said before this was begun. A notice that came since has not been read yet, and stays. */
    seen: Notice | null = state.notice,
  ): void {
    if (!isEditing()) return
    quietRenewals = 0
    const cart = fitDiscounts({ lines, discount })
    set({
      ...cart,
      selected,
      entered: fitTenders(totalsOf(cart).total, state.entered, availableOf(state.member)),
      notice: state.notice === seen ? keptNotice() : state.notice,
    })
  }

  /** A refusal has been read once the clerk goes on working; what needs an act stays. */
  function keptNotice(): Notice | null {
    const { notice } = state
    return notice?.kind === 'scan_lost' || notice?.kind === 'member_gone' || isQuestion(notice)
      ? notice
      : null
  }

  function attach({ transaction, customer, claim_expires_in, warnings }: RegisterState): void {
    if (customer === null) return
    record.level_at_scan = customer.level.current_level
    const member = { customer }
    quietRenewals = 0
    const warning = warnings[0]
    record.act = null
    // What one person gave is not taken from the next: their points, their balance, and what they signed for.
    const isOther = state.member !== null && state.member.customer.id !== customer.id
    const signed = state.signed?.user_id === customer.id ? state.signed : null
    const entered = {
      ...state.entered,
      ...(isOther && { points: 0, balance: 0 }),
      ...(signed === null && { later: 0 }),
    }
    set({
      transaction_id: transaction.id,
      member,
      is_scanning: false,
      signed,
      entered: fitTenders(totalsOf(state).total, entered, availableOf(member)),
      // What an article was said to be while the code was looked up is still true.
      notice: warning === undefined ? state.notice : { kind: 'warning', message: warning },
    })
    holdClaim(claim_expires_in)
  }

  function detach(notice: Notice | null): void {
    record.level_at_scan = null
    clearTimeout(keepAlive)
    set({
      transaction_id: ports.newId(),
      member: null,
      is_scanning: false,
      signed: null,
      entered: fitTenders(totalsOf(state).total, { ...state.entered, later: 0 }, nothingAvailable),
      notice,
    })
  }

  /** While the sale is being worked on, its hold on the code is renewed shortly before it ends. */
  function holdClaim(seconds: number | undefined): void {
    clearTimeout(keepAlive)
    if (seconds === undefined) return
    keepAlive = setTimeout(() => void renewClaim(), Math.max(5_000, seconds * 1_000 - 30_000))
  }

  async function renewClaim(): Promise<void> {
    const { transaction_id, member } = state
    if (!isEditing() || member === null || quietRenewals >= quietRenewalsMax) return
    quietRenewals += 1
    const edit = {
      transaction_id,
      register_id: ports.register_id,
      ...(state.lines.length > 0 && cartOf(state)),
    }
    const reply = await ports.payUpdate(edit, ports.newId())
    if (
      reply.kind !== 'answer' ||
      !isEditing() ||
      state.transaction_id !== transaction_id ||
      state.member === null
    )
      return
    holdClaim(reply.value.claim_expires_in)
  }

  return {
    state: () => state,
    serial: () => serial,
    record,
    set,
    save,
    isEditing,
    setLines,
    attach,
    detach,
    holdClaim,
    /** The hold is not renewed any more: the sale is being completed, or left. */
    letClaimRun: () => clearTimeout(keepAlive),
    /** The clerk worked on the sale: its code is kept. */
    touch() {
      quietRenewals = 0
    },
    /** Puts a stored sale back on the screen and notifies no listener: it is on record as it is. */
    restore(stored: Partial<SaleState>) {
      state = { ...state, ...stored }
    },
    /** An empty cart, and a new sale in it. */
    begin() {
      clearTimeout(keepAlive)
      serial += 1
      record.act = null
      record.level_at_scan = null
      set(fresh())
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
