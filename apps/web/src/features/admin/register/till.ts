import type { Sku } from '@shirogane/contract/skus'
import type { PayBody, PayUpdateBody, RegisterState } from '@shirogane/contract/transactions'
import { addAmount, addSku, itemsOf, removeLine, restoreLine, setQuantity, totalsOf } from './cart.ts'
import type { Line } from './cart.ts'
import { askEveryMs, overdueAfterMs, pursue, resendAfterMs } from './outcome.ts'
import type { Knowledge, Reply } from './outcome.ts'
import type { StoredAct } from './storage.ts'
import { availableOf, nothingAvailable, obstacleOf } from './till-state.ts'
import type { Notice, Refusal, TillPorts, TillState } from './till-state.ts'
import { enter, fit, nothingEntered, tendersOf } from './tenders.ts'
import type { Payment } from './tenders.ts'

/** Refusals that the own success causes too: the state of the sale decides what they mean. */
const doubtful: ReadonlySet<string> = new Set([
  'PAYMENT_STATE',
  'PAYMENT_DUPLICATED',
  'IDEMPOTENCY_KEY_REUSED',
  'QR_ALREADY_USED',
  'CONFLICT',
])
/** The sale no longer holds the member's code: it has to be scanned again. */
const memberLost: ReadonlySet<string> = new Set([
  'QR_INVALID',
  'QR_EXPIRED',
  'QR_ALREADY_USED',
  'QR_CLAIMED',
  'PAYMENT_STATE',
  'TXN_NOT_FOUND',
  'SELF_DEALING',
  'CUSTOMER_SUSPENDED',
])
const settledStatuses: ReadonlySet<RegisterState['status']> = new Set([
  'completed',
  'partially_refunded',
  'refunded',
])

export type Till = ReturnType<typeof createTill>

/** With a hold of two minutes, an untouched sale gives the code back after about six. */
const quietRenewalsMax = 3

/** One register: the sale in hand, and the acts that carry it to the server without ever making a second one. */
export function createTill(ports: TillPorts) {
  const listeners = new Set<() => void>()
  const leaving = new AbortController()
  let act: StoredAct | null = null
  let levelAtScan: number | null = null
  /** Ends the wait between two questions, when somebody wants to know now. */
  let wake = () => {}
  let keepAlive: ReturnType<typeof setTimeout> | undefined
  /** Renewals of the hold since the last edit: who only waits for coins keeps the code, an abandoned sale does not. */
  let quietRenewals = 0
  /** The scan whose answer was lost, kept in memory only: a pay code is never written down. */
  let lostScan: { token: string; transaction_id: string; key: string } | null = null

  let state: TillState = fresh()

  function fresh(): TillState {
    return {
      transaction_id: ports.newId(),
      lines: [],
      selected: null,
      entered: nothingEntered,
      active: 'cash',
      member: null,
      is_scanning: false,
      phase: { name: 'editing' },
      notice: null,
    }
  }

  function set(next: Partial<TillState>): void {
    state = { ...state, ...next }
    save()
    for (const listener of listeners) listener()
  }

  function save(): void {
    const { transaction_id, lines, selected, entered, active, member, phase } = state
    // Until it is known what became of the stored sale, the record of it is the only truth and stays as it is.
    if (phase.name === 'recovering') return
    ports.storage.write({
      transaction_id,
      lines,
      selected,
      entered,
      active,
      has_member: member !== null,
      level_at_scan: levelAtScan,
      act,
      is_done: phase.name === 'done',
    })
  }

  const isEditing = () => state.phase.name === 'editing'

  /** A change of the cart: the tenders follow it. */
  function setLines(lines: readonly Line[], selected: string | null): void {
    if (!isEditing()) return
    quietRenewals = 0
    set({
      lines,
      selected,
      entered: fit(totalsOf(lines).total, state.entered, availableOf(state.member)),
      notice: keptNotice(),
    })
  }

  /** A refusal has been read once somebody goes on working; what needs an act stays. */
  function keptNotice(): Notice | null {
    return state.notice?.kind === 'scan_lost' || state.notice?.kind === 'member_gone' ? state.notice : null
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function knowledgeOf(transaction_id: string): Promise<Knowledge<RegisterState>> {
    const reply = await ports.registerState(transaction_id)
    if (reply.kind === 'lost') return reply
    if (reply.kind === 'answer' && settledStatuses.has(reply.value.status))
      return { kind: 'done', value: reply.value }
    return { kind: 'not_done' }
  }

  // --- The member ------------------------------------------------------------------------------------------------

  function attach({ transaction, customer, claim_expires_at, warnings }: RegisterState): void {
    if (customer === null) return
    levelAtScan = customer.level.current_level
    const member = { customer, claim_expires_at }
    quietRenewals = 0
    const warning = warnings[0]
    act = null
    set({
      transaction_id: transaction.id,
      member,
      is_scanning: false,
      entered: fit(totalsOf(state.lines).total, state.entered, availableOf(member)),
      notice: warning === undefined ? null : { kind: 'warning', message: warning },
    })
    holdClaim(claim_expires_at)
  }

  function detach(notice: Notice | null): void {
    levelAtScan = null
    clearTimeout(keepAlive)
    set({
      transaction_id: ports.newId(),
      member: null,
      is_scanning: false,
      entered: fit(totalsOf(state.lines).total, state.entered, nothingAvailable),
      notice,
    })
  }

  /** Gives a scanned code back. It ends by itself too, so nobody waits for this. */
  async function release(transaction_id: string): Promise<void> {
    const key = ports.newKey()
    for (const pause of [0, ...resendAfterMs]) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const reply = await ports.payUpdate({ transaction_id, status: 'cancelled' }, key)
      if (reply.kind !== 'lost') return
    }
  }

  /** While the sale is being worked on, its hold on the code is renewed shortly before it ends. */
  function holdClaim(claim_expires_at: string | null): void {
    clearTimeout(keepAlive)
    if (claim_expires_at === null) return
    const left = Date.parse(claim_expires_at) - Date.now()
    keepAlive = setTimeout(() => void renewClaim(), Math.max(5_000, left - 30_000))
  }

  async function renewClaim(): Promise<void> {
    const { transaction_id, lines, member } = state
    if (!isEditing() || member === null || quietRenewals >= quietRenewalsMax) return
    quietRenewals += 1
    const edit = { transaction_id, ...(lines.length > 0 && { items: itemsOf(lines) }) }
    const reply = await ports.payUpdate(edit, ports.newKey())
    if (
      reply.kind !== 'answer' ||
      !isEditing() ||
      state.transaction_id !== transaction_id ||
      state.member === null
    )
      return
    const { claim_expires_at } = reply.value
    set({ member: { ...state.member, claim_expires_at } })
    holdClaim(claim_expires_at)
  }

  async function lookUp(scan: { token: string; transaction_id: string; key: string }): Promise<void> {
    act = { kind: 'scan', key: scan.key, body: null }
    lostScan = null
    const before = state.member === null ? null : state.transaction_id
    set({ is_scanning: true, notice: null })
    let reply: Reply<RegisterState, Refusal> = { kind: 'lost' }
    for (const pause of [0, ...resendAfterMs]) {
      if (pause > 0) await wait(pause)
      if (leaving.signal.aborted) return
      reply = await ports.pay(
        { token: scan.token, transaction_id: scan.transaction_id, register_id: ports.register_id },
        scan.key,
      )
      if (reply.kind !== 'lost') break
    }
    if (leaving.signal.aborted) return
    act = null
    if (reply.kind === 'lost') {
      lostScan = scan
      // The server may have opened the sale under this id: whoever goes on without the member needs another one.
      const transaction_id =
        scan.transaction_id === state.transaction_id ? ports.newId() : state.transaction_id
      set({ transaction_id, is_scanning: false, notice: { kind: 'scan_lost' } })
    } else if (reply.kind === 'refusal') {
      const notice: Notice =
        reply.refusal.code === 'MEMBER_UNVERIFIED'
          ? { kind: 'unverified', token: scan.token }
          : { kind: 'refused', act: 'scan', ...reply.refusal }
      set({ is_scanning: false, notice })
    } else if (reply.value.status !== 'open' || reply.value.customer === null) {
      set({ is_scanning: false, notice: { kind: 'unknown_code' } })
    } else {
      attach(reply.value)
      if (before !== null && before !== state.transaction_id) void release(before)
    }
  }

  // --- The settlement --------------------------------------------------------------------------------------------

  async function settle(): Promise<void> {
    const { transaction_id, lines, entered, member } = state
    const { total } = totalsOf(lines)
    const content = { items: itemsOf(lines), ...tendersOf(total, entered) }
    const update: PayUpdateBody = { transaction_id, ...content, status: 'completed' }
    const sale: PayBody = { transaction_id, register_id: ports.register_id, ...content }
    const body = JSON.stringify(member === null ? sale : update)
    // The same confirmation again, after a reload, is the same act; anything else is a new one for the same transaction.
    const key = act?.kind === 'settle' && act.body === body ? act.key : ports.newKey()
    act = { kind: 'settle', key, body }
    clearTimeout(keepAlive)
    set({ phase: { name: 'settling', is_overdue: false, is_asking: false }, notice: null })

    const { heard, stop } = ports.hear(transaction_id)
    const overdue = setTimeout(() => {
      if (state.phase.name === 'settling') set({ phase: { ...state.phase, is_overdue: true } })
    }, overdueAfterMs)
    void heard.then(() => wake())
    const outcome = await pursue<RegisterState, Refusal>({
      send: async () => {
        const reply = await (member === null ? ports.pay(sale, key) : ports.payUpdate(update, key))
        return reply.kind === 'answer' && !settledStatuses.has(reply.value.status) ? { kind: 'lost' } : reply
      },
      ask: async () => {
        const known = await knowledgeOf(transaction_id)
        if (state.phase.name === 'settling' && state.phase.is_asking)
          set({ phase: { ...state.phase, is_asking: false } })
        return known
      },
      wait,
      heard,
      mayBeDone: ({ code }) => doubtful.has(code),
      signal: leaving.signal,
    })
    stop()
    clearTimeout(overdue)
    if (outcome.kind === 'done') finish(outcome.value)
    else if (outcome.kind === 'refused') await refuse(outcome.refusal)
  }

  function finish(result: RegisterState): void {
    act = null
    const level = result.customer?.level
    const rank_up =
      level !== undefined && levelAtScan !== null && level.current_level > levelAtScan ? level.name : null
    set({ phase: { name: 'done', result, rank_up }, member: null, notice: null })
  }

  async function refuse(refusal: Refusal): Promise<void> {
    act = null
    const notice: Notice = { kind: 'refused', act: 'settle', ...refusal }
    const { member, transaction_id } = state
    set({ phase: { name: 'editing' }, notice })
    if (member === null) {
      // The id may be used up; the refusal is final, so the next attempt is a new sale under a new id.
      if (doubtful.has(refusal.code)) set({ transaction_id: ports.newId() })
      return
    }
    if (memberLost.has(refusal.code)) {
      detach(notice)
      return
    }
    // The wallet may have moved elsewhere since the scan: the tenders are cut to what is there now.
    const now = await ports.registerState(transaction_id)
    if (
      now.kind !== 'answer' ||
      now.value.customer === null ||
      state.transaction_id !== transaction_id ||
      !isEditing()
    )
      return
    const fresher = { customer: now.value.customer, claim_expires_at: now.value.claim_expires_at }
    set({ member: fresher, entered: fit(totalsOf(state.lines).total, state.entered, availableOf(fresher)) })
    holdClaim(fresher.claim_expires_at)
  }

  // --- Recovery --------------------------------------------------------------------------------------------------

  async function recover(): Promise<void> {
    const stored = ports.storage.read()
    if (stored === null) {
      save()
      return
    }
    act = stored.act
    levelAtScan = stored.level_at_scan
    const { transaction_id, lines, selected, entered, active } = stored
    const isKnownToServer = stored.is_done || stored.has_member || stored.act !== null
    state = { ...fresh(), transaction_id, lines, selected, entered, active }
    if (!isKnownToServer) {
      set({ entered: fit(totalsOf(lines).total, entered, nothingAvailable) })
      return
    }
    set({ phase: { name: 'recovering', is_overdue: false } })
    const overdue = setTimeout(() => {
      if (state.phase.name === 'recovering') set({ phase: { name: 'recovering', is_overdue: true } })
    }, overdueAfterMs)
    let reply: Reply<RegisterState, Refusal> = { kind: 'lost' }
    while (!leaving.signal.aborted) {
      reply = await ports.registerState(transaction_id)
      if (reply.kind !== 'lost') break
      await wait(askEveryMs)
    }
    clearTimeout(overdue)
    if (leaving.signal.aborted) return
    const answer = reply.kind === 'answer' ? reply.value : null
    if (answer !== null && settledStatuses.has(answer.status)) {
      finish(answer)
      return
    }
    const wasSettling = stored.act?.kind === 'settle'
    state = { ...state, phase: { name: 'editing' } }
    if (answer !== null && answer.status === 'open' && answer.customer !== null) {
      const settling = act?.kind === 'settle' ? act : null
      attach(answer)
      // Kept, so that the same confirmation goes out under the same key.
      act = settling
      set({ notice: wasSettling ? { kind: 'not_settled' } : state.notice })
      return
    }
    if (stored.has_member) {
      act = null
      detach(wasSettling ? { kind: 'not_settled' } : { kind: 'member_gone' })
      return
    }
    if (act?.kind === 'scan') act = null
    set({
      entered: fit(totalsOf(lines).total, entered, nothingAvailable),
      notice: wasSettling ? { kind: 'not_settled' } : null,
    })
  }

  void recover()

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    addSku(sku: Sku) {
      const lines = addSku(state.lines, sku)
      setLines(lines, sku.id)
    },
    addAmount(name: string, unit_price: number, quantity: number) {
      const key = ports.newKey()
      setLines(addAmount(state.lines, key, name, unit_price, quantity), key)
    },
    setQuantity(key: string, quantity: number) {
      setLines(setQuantity(state.lines, key, quantity), key)
    },
    /** Answers how to put the line back. */
    remove(key: string): (() => void) | null {
      const index = state.lines.findIndex((line) => line.key === key)
      const line = state.lines[index]
      if (line === undefined || !isEditing()) return null
      const lines = removeLine(state.lines, key)
      setLines(lines, lines[Math.min(index, lines.length - 1)]?.key ?? null)
      return () => setLines(restoreLine(state.lines, line, index), line.key)
    },
    select(key: string) {
      if (isEditing()) set({ selected: key })
    },
    /** Ends the sale in hand without paying: the cart is emptied and a scanned code goes back to its owner. */
    clear() {
      if (!isEditing() || state.is_scanning) return
      if (state.member !== null) void release(state.transaction_id)
      clearTimeout(keepAlive)
      act = null
      levelAtScan = null
      set(fresh())
    },

    activate(active: Payment) {
      if (isEditing()) set({ active })
    },
    enter(payment: Payment, amount: number) {
      if (!isEditing()) return
      quietRenewals = 0
      const { total } = totalsOf(state.lines)
      set({
        active: payment,
        entered: enter(payment, amount, total, state.entered, availableOf(state.member)),
      })
    },

    /** A member's code was read. */
    scan(token: string) {
      if (!isEditing() || state.is_scanning) return
      // With a member already there, the new code opens a transaction of its own and the old one is given back after.
      const transaction_id = state.member === null ? state.transaction_id : ports.newId()
      void lookUp({ token, transaction_id, key: ports.newKey() })
    },
    /** The lost look-up once more, as the same act. */
    scanAgain() {
      if (lostScan !== null && isEditing() && !state.is_scanning) void lookUp(lostScan)
    },
    dropMember() {
      if (!isEditing() || state.is_scanning || state.member === null) return
      void release(state.transaction_id)
      detach(null)
    },

    confirm() {
      if (obstacleOf(state) === null) void settle()
    },
    /** A person wants to know now what became of the sale. */
    askNow() {
      if (state.phase.name === 'settling') set({ phase: { ...state.phase, is_asking: true } })
      wake()
    },
    next() {
      if (state.phase.name !== 'done') return
      act = null
      levelAtScan = null
      set(fresh())
    },

    say(notice: Notice | null) {
      if (isEditing()) set({ notice })
    },
    /** The page is being left: nothing more is sent, and the record in storage tells the next page where to go on. */
    leave() {
      leaving.abort()
      clearTimeout(keepAlive)
      wake()
    },
  }
}
