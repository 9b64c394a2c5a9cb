import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { PayUpdateBody } from '@shirogane/contract/transactions/pay/update'
import { cartOf, repriceLines, totalsOf } from '../cart/cart.ts'
import { askEveryMs, overdueAfterMs, pursue, resendAfterMs } from './outcome.ts'
import type { Knowledge, Reply } from './outcome.ts'
import type { Sale } from './sale.ts'
import { fitTenders, tendersOf } from '../tender/tenders.ts'
import { availableOf, isApproved, nothingAvailable } from './sale-state.ts'
import type { Notice, MachinePorts } from './sale-state.ts'
import type { Refusal } from './sale-parts.ts'

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
/** The cart that was put aside is not this register's any more. */
const parkedLost: ReadonlySet<string> = new Set([
  'PARKED_NOT_FOUND',
  'PARKED_ELSEWHERE',
  'PARKED_ENDED',
  'CONFLICT',
])
/** Says nothing of the act itself: it is confirmed again under its own key. */
const passing: ReadonlySet<string> = new Set(['STEP_UP_REQUIRED', 'OVERLOADED', 'DISK_FULL'])
/** In this register's hands, whether or not its customer has been asked. */
const openStatuses: ReadonlySet<RegisterState['status']> = new Set(['open', 'pending_confirm'])
const finishedStatuses: ReadonlySet<RegisterState['status']> = new Set([
  'completed',
  'partially_refunded',
  'refunded',
])

/** How long a register that was loaded anew looks for the member of a sale whose completion has not begun. */
const memberPatienceMs = 10_000

type Scan = { token: string; transaction_id: string; key: string }

/** The acts that carry the sale in hand to the server, each until its answer is known and never twice. */
export function createActs(ports: MachinePorts, sale: Sale) {
  const { record } = sale
  const leaving = new AbortController()
  /** Ends the wait between two questions, when the clerk wants to know now. */
  let wake = () => {}
  /** The sale turned out to be completed, on another way than the answer that is waited for. */
  let notifyDone = () => {}
  /** The scan whose answer was lost, kept in memory only: a pay code is never written down. */
  let lostScan: Scan | null = null
  /** The one that is being looked up; an answer about another one is ignored. */
  let scan: Scan | null = null

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
    if (reply.kind === 'answer' && finishedStatuses.has(reply.value.status))
      return { kind: 'done', value: reply.value }
    if (reply.kind === 'answer' && reply.value.confirmation?.state === 'pending') {
      showWaiting(reply.value)
      return { kind: 'waiting' }
    }
    return { kind: 'not_done' }
  }

  /** The customer is asked on their phone: the register says so and counts with them. */
  function showWaiting({ confirmation }: RegisterState): void {
    const { phase } = sale.state()
    if (phase.name !== 'completing' || confirmation === undefined) return
    const { balance, points, later, expires_in } = confirmation
    const until = phase.confirming?.until ?? ports.now() + expires_in * 1000
    sale.set({
      phase: { ...phase, is_overdue: false, is_asking: false, confirming: { balance, points, later, until } },
    })
  }

  /** Gives a scanned code back. It ends by itself too, so this is not waited for. */
  async function release(transaction_id: string): Promise<void> {
    const key = ports.newId()
    for (const pause of [0, ...resendAfterMs]) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const reply = await ports.payUpdate(
        { transaction_id, register_id: ports.register_id, status: 'cancelled' },
        key,
      )
      if (reply.kind !== 'lost') return
    }
  }

  async function lookUp(asked: Scan): Promise<void> {
    record.act = { kind: 'scan', key: asked.key, body: null }
    lostScan = null
    scan = asked
    const before = sale.state().member === null ? null : sale.state().transaction_id
    sale.set({ is_scanning: true, notice: null })
    let reply: Reply<RegisterState, Refusal> = { kind: 'lost' }
    for (const pause of [0, ...resendAfterMs]) {
      if (pause > 0) await wait(pause)
      if (leaving.signal.aborted || scan !== asked) return
      reply = await ports.pay(
        { token: asked.token, transaction_id: asked.transaction_id, register_id: ports.register_id },
        asked.key,
      )
      if (reply.kind !== 'lost') break
    }
    if (leaving.signal.aborted) return
    if (scan !== asked) {
      if (reply.kind === 'answer') void release(asked.transaction_id)
      return
    }
    scan = null
    record.act = null
    if (reply.kind === 'lost') {
      lostScan = asked
      // The server may have opened the sale under this id: a sale that goes on without the member needs another one.
      const transaction_id =
        asked.transaction_id === sale.state().transaction_id ? ports.newId() : sale.state().transaction_id
      const notice: Notice = { kind: 'scan_lost', ...(reply.busy && { message: reply.busy.message }) }
      sale.set({ transaction_id, is_scanning: false, notice })
    } else if (reply.kind === 'refusal') {
      const notice: Notice =
        reply.refusal.code === 'MEMBER_UNVERIFIED'
          ? { kind: 'unverified', token: asked.token }
          : reply.refusal.code === 'KYC_VISIT'
            ? { kind: 'kyc_visit', token: asked.token }
            : { kind: 'refused', act: 'scan', ...reply.refusal }
      sale.set({ is_scanning: false, notice })
    } else if (!openStatuses.has(reply.value.status) || reply.value.customer === null) {
      sale.set({ is_scanning: false, notice: { kind: 'unknown_code' } })
    } else {
      sale.attach(reply.value)
      if (before !== null && before !== sale.state().transaction_id) void release(before)
    }
  }

  /** The whole of what is completed, down to the bill that the customer was shown. */
  function contentOf() {
    const state = sale.state()
    const totals = totalsOf(state)
    const { entered, approval, terminal, signed, parked } = state
    return {
      ...cartOf(state),
      ...tendersOf(totals.total, entered),
      expected_total: totals.total,
      ...(approval !== null && isApproved(state, totals) && { approval_id: approval.id }),
      ...(terminal !== null &&
        entered.card > 0 && {
          terminal: { brand: terminal.brand, approval_number: terminal.approval_number },
        }),
      ...(signed !== null &&
        (entered.later ?? 0) > 0 && {
          later: {
            ...(signed.approval_id !== null &&
              signed.signature !== null && {
                signature: signed.signature,
                approval_id: signed.approval_id,
              }),
            ...(signed.override !== null && { override: signed.override }),
          },
        }),
      ...(parked !== null && { parked: { id: parked.id, version: parked.version } }),
    }
  }

  /**
   * A price has changed since the article was scanned: the cart follows, and the bill is looked at again. What was quoted for
   * a cart that was put aside goes on holding for its articles: taking it back once more says what that is by now.
   */
  async function follow(): Promise<void> {
    const { lines, transaction_id, parked } = sale.state()
    const ids = [...new Set(lines.flatMap(({ sku_id }) => (sku_id === null ? [] : [sku_id])))]
    const [skus, taken] = await Promise.all([
      ports.skus(ids),
      parked === null ? null : ports.resume(parked.id, parked.version - 1),
    ])
    const { notice, selected } = sale.state()
    if (skus === null || sale.state().transaction_id !== transaction_id || !sale.isEditing()) return
    const replied = taken?.kind === 'answer' ? taken.value.skus : []
    const priced = skus.map((sku) => replied.find(({ id }) => id === sku.id) ?? sku)
    sale.setLines(repriceLines(sale.state().lines, priced), selected)
    sale.set({ notice })
  }

  async function completeSale(): Promise<void> {
    const { transaction_id, member } = sale.state()
    const content = contentOf()
    const { register_id } = ports
    const update: PayUpdateBody = { transaction_id, register_id, ...content, status: 'completed' }
    const direct: PayBody = { transaction_id, register_id, ...content }
    const body = JSON.stringify(member === null ? direct : update)
    // The same confirmation again, after a reload, is the same act; anything else is a new one for the same transaction.
    const key = record.act?.kind === 'settle' && record.act.body === body ? record.act.key : ports.newId()
    record.act = { kind: 'settle', key, body }
    sale.letClaimRun()
    sale.set({
      phase: { name: 'completing', is_overdue: false, is_asking: false, confirming: null },
      notice: null,
    })

    const observed = ports.observe(transaction_id)
    const found = new Promise<void>((resolve) => {
      notifyDone = resolve
    })
    const reported = Promise.race([observed.reported, found])
    const overdue = setTimeout(() => {
      const { phase } = sale.state()
      if (phase.name === 'completing' && phase.confirming === null)
        sale.set({ phase: { ...phase, is_overdue: true } })
    }, overdueAfterMs)
    void reported.then(() => wake())
    const outcome = await pursue<RegisterState, Refusal>({
      send: async () => {
        const reply = await (member === null ? ports.pay(direct, key) : ports.payUpdate(update, key))
        if (reply.kind !== 'answer' || finishedStatuses.has(reply.value.status)) return reply
        if (reply.value.status !== 'pending_confirm') return { kind: 'lost' }
        showWaiting(reply.value)
        return { kind: 'waiting' }
      },
      ask: () => knowledgeOf(transaction_id),
      wait,
      reported,
      // At a locked register the answer before may have been lost.
      mayBeDone: ({ code }) => doubtful.has(code) || code === 'STEP_UP_REQUIRED',
      signal: leaving.signal,
    })
    observed.stop()
    clearTimeout(overdue)
    if (outcome.kind === 'done') finish(outcome.value)
    else if (outcome.kind === 'refused') await refuse(outcome.refusal)
  }

  function finish(result: RegisterState): void {
    record.act = null
    const level = result.customer?.level
    const rank_up =
      level !== undefined && record.level_at_scan !== null && level.current_level > record.level_at_scan
        ? level.name
        : null
    sale.set({ phase: { name: 'done', result, rank_up }, member: null, notice: null })
  }

  async function refuse(refusal: Refusal): Promise<void> {
    if (!passing.has(refusal.code)) record.act = null
    const notice: Notice = { kind: 'refused', act: 'settle', ...refusal }
    const { member, transaction_id } = sale.state()
    sale.set({ phase: { name: 'editing' }, notice })
    if (parkedLost.has(refusal.code)) {
      // Another register has it, or it was paid: it must not be paid here a second time.
      if (member !== null) void release(transaction_id)
      sale.begin()
      sale.set({ notice: { kind: 'parked_gone', message: refusal.message } })
      return
    }
    if (refusal.code === 'TOTAL_CHANGED' || refusal.code === 'SKU_INACTIVE') await follow()
    // The approval does not carry this sale, or was the member's own: another person is asked.
    if (refusal.code === 'DISCOUNT_APPROVAL' || refusal.code === 'APPROVAL_RIGHT')
      sale.set({ approval: null })
    // Nor do a signature and the words beside it: they are asked for again.
    if (refusal.code === 'APPROVAL_REQUIRED' || refusal.code.startsWith('DEFERRED_SIGNATURE'))
      sale.set({ signed: null })
    // What the phone shows is not this sale any more: it is put away, and the next confirmation asks anew.
    if (refusal.code === 'PAY_CONFIRM_CHANGED') await ports.withdraw(transaction_id)
    if (member === null) {
      // The id may be used up; the refusal is final, so the next attempt is a new sale under a new id.
      if (doubtful.has(refusal.code)) sale.set({ transaction_id: ports.newId() })
      return
    }
    if (memberLost.has(refusal.code)) {
      sale.detach(notice)
      return
    }
    // The wallet may have moved elsewhere since the scan: the tenders are cut to what is there now.
    const now = await ports.registerState(transaction_id)
    if (
      now.kind !== 'answer' ||
      now.value.customer === null ||
      sale.state().transaction_id !== transaction_id ||
      !sale.isEditing()
    )
      return
    const fresher = { customer: now.value.customer }
    sale.set({
      member: fresher,
      entered: fitTenders(totalsOf(sale.state()).total, sale.state().entered, availableOf(fresher)),
    })
    sale.holdClaim(now.value.claim_expires_in)
  }

  async function recover(): Promise<void> {
    const stored = ports.storage.read()
    if (stored === null) {
      sale.save()
      return
    }
    record.act = stored.act
    record.level_at_scan = stored.level_at_scan
    const { transaction_id, lines, discount, approval, terminal, begun, signed, parked } = stored
    const { selected, entered, active } = stored
    const isKnownToServer = stored.is_done || stored.has_member || stored.act !== null
    const cart = { lines, discount }
    const added = { approval, terminal, begun, signed, parked }
    sale.restore({ transaction_id, ...cart, ...added, selected, entered, active })
    if (!isKnownToServer) {
      sale.set({ entered: fitTenders(totalsOf(cart).total, entered, nothingAvailable) })
      return
    }
    sale.set({ phase: { name: 'recovering', is_overdue: false } })
    const overdue = setTimeout(() => {
      if (sale.state().phase.name === 'recovering')
        sale.set({ phase: { name: 'recovering', is_overdue: true } })
    }, overdueAfterMs)
    // Where no money was on its way there is nothing to find out but who the member was, and the articles need not wait
    // for that for ever.
    const isAboutMoney = stored.is_done || stored.act?.kind === 'settle'
    const until = isAboutMoney ? Number.POSITIVE_INFINITY : ports.now() + memberPatienceMs
    let reply: Reply<RegisterState, Refusal> = { kind: 'lost' }
    while (!leaving.signal.aborted) {
      reply = await ports.registerState(transaction_id)
      if (reply.kind !== 'lost' || ports.now() >= until) break
      await wait(askEveryMs)
    }
    clearTimeout(overdue)
    if (leaving.signal.aborted) return
    const answer = reply.kind === 'answer' ? reply.value : null
    if (answer !== null && finishedStatuses.has(answer.status)) {
      finish(answer)
      return
    }
    const wasCompleting = stored.act?.kind === 'settle'
    sale.restore({ phase: { name: 'editing' } })
    const isAsked = answer?.status === 'pending_confirm'
    if (answer !== null && openStatuses.has(answer.status) && answer.customer !== null) {
      const completing = record.act?.kind === 'settle' ? record.act : null
      sale.attach(answer)
      // Kept, so that the same confirmation goes out under the same key.
      record.act = completing
      sale.set({ notice: wasCompleting && !isAsked ? { kind: 'not_settled' } : sale.state().notice })
      // The customer is being asked, or has answered: the act that asked them goes on.
      if (isAsked && wasCompleting) await completeSale()
      return
    }
    if (reply.kind === 'lost') void release(transaction_id)
    if (stored.has_member || reply.kind === 'lost') {
      record.act = null
      sale.detach(wasCompleting ? { kind: 'not_settled' } : { kind: 'member_gone' })
      return
    }
    if (record.act?.kind === 'scan') record.act = null
    sale.set({
      entered: fitTenders(totalsOf(cart).total, entered, nothingAvailable),
      notice: wasCompleting ? { kind: 'not_settled' } : null,
    })
  }

  return {
    release,
    recover,
    completeSale,
    /** A member's code was read. With a member already there, it opens a sale of its own and the old one is given back after. */
    scan(token: string) {
      const { member, transaction_id } = sale.state()
      const id = member === null ? transaction_id : ports.newId()
      void lookUp({ token, transaction_id: id, key: ports.newId() })
    },
    isScanning: (token: string): boolean => scan?.token === token,
    /** The lost look-up once more, as the same act. */
    scanAgain() {
      if (lostScan !== null) void lookUp(lostScan)
    },
    /**
     * The clerk does not wait for the member any longer. Where the server has heard of them after all, their code is
     * given back.
     */
    giveUpScan() {
      if (scan === null) return
      const { transaction_id } = sale.state()
      const given = scan.transaction_id
      scan = null
      record.act = null
      sale.set({
        transaction_id: given === transaction_id ? ports.newId() : transaction_id,
        is_scanning: false,
      })
      void release(given)
      wake()
    },
    /** A person wants to know now what became of the sale, also while an answer is waited for that may never come. */
    async askNow() {
      const { phase, transaction_id } = sale.state()
      wake()
      if (phase.name !== 'completing') return
      sale.set({ phase: { ...phase, is_asking: true } })
      const known = await knowledgeOf(transaction_id)
      const { phase: now, transaction_id: id } = sale.state()
      if (now.name !== 'completing' || id !== transaction_id) return
      sale.set({ phase: { ...now, is_asking: false } })
      if (known.kind === 'done') notifyDone()
    },
    /** The customer is not to be asked any longer: the act ends as refused, and the sale stays on the screen. */
    async withdraw() {
      await ports.withdraw(sale.state().transaction_id)
      wake()
    },
    /** The page is being left: nothing more is sent, and the record in storage tells the next page where to go on. */
    leave() {
      leaving.abort()
      sale.letClaimRun()
      wake()
    },
  }
}
