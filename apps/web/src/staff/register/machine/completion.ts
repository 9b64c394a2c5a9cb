import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { cartOf, repriceLines, totalsOf } from '../cart/cart.ts'
import { fitTenders, tendersOf } from '../tender/tenders.ts'
import { beginPursuit, overdueAfterMs, pursue } from './outcome.ts'
import type { Knowledge, PursuitEvent, Reply, Sending } from './outcome.ts'
import { isEditing, withSale } from './register.ts'
import type { Completing, Fresh, Happened, Register, SaleEffect, StateQuestion, Step } from './register.ts'
import { begin, detach, holdClaim, setLines, stopClaim } from './sale.ts'
import type { Refusal } from './sale-parts.ts'
import { availableOf, isApproved } from './sale-state.ts'
import type { Notice, SaleState } from './sale-state.ts'

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
const finishedStatuses: ReadonlySet<RegisterState['status']> = new Set([
  'completed',
  'partially_refunded',
  'refunded',
])

export const isFinished = ({ status }: RegisterState): boolean => finishedStatuses.has(status)

type StateReply = Reply<RegisterState, Refusal>

/** The whole of what is completed, down to the bill that the customer was shown. */
function contentOf(sale: SaleState) {
  const totals = totalsOf(sale)
  const { entered, approval, terminal, signed, parked } = sale
  return {
    ...cartOf(sale),
    ...tendersOf(totals.total, entered),
    expected_total: totals.total,
    ...(approval !== null && isApproved(sale, totals) && { approval_id: approval.id }),
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

export function completeSale(register: Register, { key: newKey }: Fresh): Step {
  const { sale, register_id, act } = register
  const { transaction_id, member } = sale
  const content = { transaction_id, register_id, ...contentOf(sale) }
  const unkeyed =
    member === null
      ? ({ call: 'pay', body: content } as const)
      : ({ call: 'payUpdate', body: { ...content, status: 'completed' } } as const)
  const body = JSON.stringify(unkeyed.body)
  // The same confirmation again, after a reload, is the same act; anything else is a new one for the same transaction.
  const key = act?.kind === 'settle' && act.body === body ? act.key : newKey
  const sending: Completing = { ...unkeyed, key }
  const pursuit = beginPursuit<Refusal>(register.turns + 1)
  const next = withSale(register, {
    phase: { name: 'completing', is_overdue: false, is_asking: false, confirming: null },
    notice: null,
  })
  return [
    { ...next, act: { kind: 'settle', key, body }, completion: { sending, pursuit } },
    [
      stopClaim,
      { do: 'observe', transaction_id },
      { do: 'start_timer', timer: 'overdue', ms: overdueAfterMs },
      { do: 'send_completion', sending, turn: pursuit.turn },
    ],
  ]
}

/** What was heard of the sale that is being completed, and what is done next to learn its result. */
export function follow(register: Register, event: PursuitEvent<RegisterState, Refusal>, fresh: Fresh): Step {
  const { completion, sale } = register
  if (completion === null) return [register, []]
  const { sending } = completion
  const [pursuit, next] = pursue(completion.pursuit, event)
  const going = { ...register, completion: { sending, pursuit } }
  const woken: SaleEffect[] =
    completion.pursuit.stage === 'resting' && next !== null ? [{ do: 'stop_timer', timer: 'rest' }] : []
  switch (next?.do) {
    case undefined:
      return [going, []]
    case 'send':
      return [going, [...woken, { do: 'send_completion', sending, turn: pursuit.turn }]]
    case 'ask': {
      const { transaction_id } = sale
      const question: StateQuestion = { transaction_id, why: 'completion', turn: pursuit.turn }
      return [going, [...woken, { do: 'ask_state', question }]]
    }
    case 'rest':
      return [going, [{ do: 'start_timer', timer: 'rest', ms: next.ms }]]
    case 'end': {
      const { outcome } = next
      return endCompletion(going, (ended) =>
        outcome.kind === 'done' ? finish(ended, outcome.value) : refuse(ended, outcome.refusal, fresh),
      )
    }
  }
}

/** Its result is known: nothing is waited for any more. */
function endCompletion(register: Register, goOn: (ended: Register) => Step): Step {
  const turns = register.completion?.pursuit.turn ?? register.turns
  const [next, effects] = goOn({ ...register, completion: null, turns })
  return [
    next,
    [
      { do: 'stop_observing' },
      { do: 'stop_timer', timer: 'overdue' },
      { do: 'stop_timer', timer: 'rest' },
      ...effects,
    ],
  ]
}

export function takeCompletionReply(
  register: Register,
  { turn, reply, fresh }: Happened<{ type: 'completion_replied'; turn: number; reply: StateReply }>,
): Step {
  const mayBeDone =
    // At a locked register the answer before may have been lost.
    reply.kind === 'refusal' &&
    (doubtful.has(reply.refusal.code) || reply.refusal.code === 'STEP_UP_REQUIRED')
  const sending = sendingOf(reply)
  const isWaiting = sending.kind === 'waiting' && isAwaited(register, 'sending', turn)
  return follow(
    isWaiting ? showWaiting(register, reply, fresh) : register,
    { type: 'replied', turn, reply: sending, mayBeDone },
    fresh,
  )
}

const isAwaited = ({ completion }: Register, stage: 'sending' | 'asking', turn: number): boolean =>
  completion?.pursuit.stage === stage && completion.pursuit.turn === turn

function sendingOf(reply: StateReply): Sending<RegisterState, Refusal> {
  if (reply.kind !== 'answer' || isFinished(reply.value)) return reply
  return reply.value.status === 'pending_confirm' ? { kind: 'waiting' } : { kind: 'lost' }
}

function knowledgeOf(reply: StateReply): Knowledge<RegisterState> {
  if (reply.kind === 'lost') return { kind: 'lost' }
  if (reply.kind === 'refusal') return { kind: 'not_done' }
  if (isFinished(reply.value)) return { kind: 'done', value: reply.value }
  return { kind: reply.value.confirmation?.state === 'pending' ? 'waiting' : 'not_done' }
}

/** The customer is asked on their phone: the register says so and counts with them. */
function showWaiting(register: Register, reply: StateReply, { now }: Fresh): Register {
  const { phase } = register.sale
  const confirmation = reply.kind === 'answer' ? reply.value.confirmation : undefined
  if (phase.name !== 'completing' || confirmation === undefined) return register
  const { balance, points, later, expires_in } = confirmation
  const until = phase.confirming?.until ?? now + expires_in * 1000
  return withSale(register, {
    phase: { ...phase, is_overdue: false, is_asking: false, confirming: { balance, points, later, until } },
  })
}

/** The server said what it knows of the sale that is being completed. */
export function takeKnowledge(
  register: Register,
  { turn }: StateQuestion,
  reply: StateReply,
  fresh: Fresh,
): Step {
  const known = knowledgeOf(reply)
  const isWaiting = known.kind === 'waiting' && isAwaited(register, 'asking', turn)
  return follow(
    isWaiting ? showWaiting(register, reply, fresh) : register,
    { type: 'known', turn, known },
    fresh,
  )
}

/** A person wants to know now what became of the sale, also while an answer is waited for that may never come. */
export function askNow(register: Register, fresh: Fresh): Step {
  const { phase, transaction_id } = register.sale
  if (phase.name !== 'completing') return [register, []]
  const asking = withSale(register, { phase: { ...phase, is_asking: true } })
  const question: StateQuestion = { transaction_id, why: 'person', turn: 0 }
  const [next, effects] = follow(asking, { type: 'rested' }, fresh)
  return [next, [...effects, { do: 'ask_state', question }]]
}

export function answerPerson(register: Register, reply: StateReply, fresh: Fresh): Step {
  const { phase } = register.sale
  if (phase.name !== 'completing') return [register, []]
  const known = knowledgeOf(reply)
  if (known.kind === 'done') return endCompletion(register, (ended) => finish(ended, known.value))
  const shown = known.kind === 'waiting' ? showWaiting(register, reply, fresh) : register
  const { phase: now } = shown.sale
  return [now.name === 'completing' ? withSale(shown, { phase: { ...now, is_asking: false } }) : shown, []]
}

export function finish(register: Register, result: RegisterState): Step {
  const { level_at_scan } = register
  const level = result.customer?.level
  const rank_up =
    level !== undefined && level_at_scan !== null && level.current_level > level_at_scan ? level.name : null
  const next = withSale(register, { phase: { name: 'done', result, rank_up }, member: null, notice: null })
  return [{ ...next, act: null }, []]
}

function refuse(register: Register, refusal: Refusal, fresh: Fresh): Step {
  const { code } = refusal
  const { member, transaction_id, parked, lines } = register.sale
  const notice: Notice = { kind: 'refused', act: 'settle', ...refusal }
  if (parked !== null && parkedLost.has(code)) {
    // Another register has it, or it was paid: it must not be paid here a second time.
    const [next, effects] = begin(register, fresh)
    const message = withSale(next, { notice: { kind: 'parked_gone', message: refusal.message } })
    return [message, member === null ? effects : [...effects, { do: 'release', transaction_id }]]
  }
  const refused: Register = {
    ...withSale(register, {
      phase: { name: 'editing' },
      notice,
      // The approval does not carry this sale, or was the member's own: another person is asked.
      ...((code === 'DISCOUNT_APPROVAL' || code === 'APPROVAL_RIGHT') && { approval: null }),
      // Nor do a signature and the words beside it: they are asked for again.
      ...((code === 'APPROVAL_REQUIRED' || code.startsWith('DEFERRED_SIGNATURE')) && { signed: null }),
      // The id may be used up; the refusal is final, so the next attempt is a new sale under a new id.
      ...(member === null && doubtful.has(code) && { transaction_id: fresh.id }),
    }),
    act: passing.has(code) ? register.act : null,
  }
  if (code === 'TOTAL_CHANGED' || code === 'SKU_INACTIVE') {
    const sku_ids = [...new Set(lines.flatMap(({ sku_id }) => (sku_id === null ? [] : [sku_id])))]
    return [refused, [{ do: 'reprice', repricing: { transaction_id, sku_ids, parked } }]]
  }
  // What the phone shows is not this sale any more: it is put away, and the next confirmation asks anew.
  if (code === 'PAY_CONFIRM_CHANGED')
    return [refused, [{ do: 'withdraw', withdrawal: { transaction_id, why: 'changed' } }]]
  if (member !== null && memberLost.has(code)) return detach(refused, fresh, notice)
  return [refused, lookAtMember(refused, transaction_id)]
}

/** The wallet may have moved elsewhere since the scan: the tenders are cut to what is there now. */
export function lookAtMember({ sale }: Register, transaction_id: string): SaleEffect[] {
  const isOfThis = sale.phase.name === 'editing' && sale.transaction_id === transaction_id
  if (!isOfThis || sale.member === null) return []
  return [{ do: 'ask_state', question: { transaction_id, why: 'member', turn: 0 } }]
}

export function takeMember(register: Register, { transaction_id }: StateQuestion, reply: StateReply): Step {
  const { sale } = register
  if (
    reply.kind !== 'answer' ||
    reply.value.customer === null ||
    sale.transaction_id !== transaction_id ||
    !isEditing(register)
  )
    return [register, []]
  const member = { customer: reply.value.customer }
  return [
    withSale(register, {
      member,
      entered: fitTenders(totalsOf(sale).total, sale.entered, availableOf(member)),
    }),
    [holdClaim(reply.value.claim_expires_in)],
  ]
}

/**
 * A price has changed since the article was scanned: the cart follows, and the bill is looked at again. What was quoted for
 * a cart that was put aside goes on holding for its articles: taking it back once more says what that is by now.
 */
export function takePrices(
  register: Register,
  { repricing, skus, quoted }: Pick<Happened & { type: 'repriced' }, 'repricing' | 'skus' | 'quoted'>,
): Step {
  const { transaction_id } = repricing
  const { lines, selected, notice } = register.sale
  const isOfThis = register.sale.transaction_id === transaction_id && isEditing(register)
  if (skus === null || !isOfThis) return [register, lookAtMember(register, transaction_id)]
  const priced = skus.map((sku) => quoted.find(({ id }) => id === sku.id) ?? sku)
  const followed = setLines(register, repriceLines(lines, priced), selected)
  return [withSale(followed, { notice }), lookAtMember(followed, transaction_id)]
}
