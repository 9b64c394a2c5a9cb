import {
  addAmount,
  addSku,
  addWeighed,
  changeLine,
  linesFrom,
  removeLine,
  restoreLine,
  setQuantity,
  totalsOf,
} from '../cart/cart.ts'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { isHereAlone } from '../parked/held.ts'
import type { Held } from '../parked/held.ts'
import { heldInWords, heldStill, resumeWarning } from '../parked/held-text.ts'
import { enterTender, fitTenders } from '../tender/tenders.ts'
import {
  answerPerson,
  askNow,
  completeSale,
  follow,
  lookAtMember,
  takeCompletionReply,
  takeKnowledge,
  takeMember,
  takePrices,
} from './completion.ts'
import type { Reply } from './outcome.ts'
import { askAgain, openRegister, takeRecovered } from './recovery.ts'
import { isEditing, isFree, isWhole, storedOf, withSale } from './register.ts'
import type { Happened, Register, SaleEffect, SaleEvent, Step } from './register.ts'
import type { Refusal } from './sale-parts.ts'
import { begin, detach, renewClaim, setLines, takeRenewal } from './sale.ts'
import { giveUpScan, readCode, scanAgain, sendScanAgain, takeScanReply } from './scan.ts'
import { discardHeld, sendWaiting, takeHeldReply, takeLateHeldReply } from './waiting.ts'
import { availableOf, isAboutArticle, isQuestion, obstacleOf } from './sale-state.ts'

/**
 * What becomes of a register by an event, and what is to be done for it, in this order. Nothing is sent before it is
 * written down, and no cart is at any time on record nowhere.
 */
export function transition(register: Register, event: Happened): Step {
  // What comes after the page was left belongs to the page that came after it.
  if (register.isLeft)
    return event.type === 'held_replied'
      ? takeLateHeldReply(register, event.held, event.reply)
      : [register, []]
  const [next, effects] = step(register, event)
  const kept: SaleEffect[] = isNews(register, next, event) ? [{ do: 'keep', sale: storedOf(next) }] : []
  const heldBefore = event.type === 'opened' ? event.held : register.held
  if (next.held === heldBefore) return [next, [...kept, ...effects]]
  const keptHeld: SaleEffect = { do: 'keep_held', held: next.held }
  return [
    next,
    next.held.length > heldBefore.length ? [keptHeld, ...kept, ...effects] : [...kept, keptHeld, ...effects],
  ]
}

/** Until it is known what became of the stored sale, the record of it is the only truth and stays as it is. */
function isNews(before: Register, next: Register, { type }: SaleEvent): boolean {
  if (next.sale.phase.name === 'recovering') return false
  return type === 'opened' || next.sale !== before.sale || next.act !== before.act
}

function step(register: Register, event: Happened): Step {
  const { sale } = register
  const { fresh } = event
  switch (event.type) {
    case 'opened':
      return then(openRegister(register, event.stored, fresh), (opened) =>
        sendWaiting({ ...opened, held: event.held }, fresh),
      )
    case 'left':
      return [{ ...register, round: null, isLeft: true }, leave]

    case 'article_added':
      return still(setLines(register, addSku(sale.lines, event.sku), event.sku.id, undefined, event.seen))
    case 'weighed': {
      const { sku, weight_mg } = event
      return still(setLines(register, addWeighed(sale.lines, fresh.key, sku, weight_mg), fresh.key))
    }
    case 'amount_typed': {
      const { name, unit_price, quantity, tax_rate } = event
      const lines = addAmount(sale.lines, fresh.key, name, unit_price, quantity, tax_rate)
      return still(setLines(register, lines, fresh.key))
    }
    case 'line_changed':
      return still(setLines(register, changeLine(sale.lines, event.key, event.change), event.key))
    case 'quantity_set':
      return still(setLines(register, setQuantity(sale.lines, event.key, event.quantity), event.key))
    case 'line_removed': {
      const index = sale.lines.findIndex(({ key }) => key === event.key)
      if (index < 0) return [register, []]
      const lines = removeLine(sale.lines, event.key)
      return still(setLines(register, lines, lines[Math.min(index, lines.length - 1)]?.key ?? null))
    }
    case 'line_restored':
      return still(setLines(register, restoreLine(sale.lines, event.line, event.index), event.line.key))
    case 'line_selected':
      return whileEditing(register, { selected: event.key })
    case 'look_begun':
      return still(withSale(register, { looking: [...sale.looking, event.code] }))
    case 'look_ended':
      return still(endLook(register, event.code, event.serial))
    case 'cleared':
      return clear(register, event)

    case 'discounted':
      return still(setLines(register, sale.lines, sale.selected, event.discount))
    case 'approved': {
      const { gross, discount } = totalsOf(sale)
      return whileEditing(register, { approval: { id: event.id, gross, discount } })
    }
    case 'slip_typed':
      return whileEditing(register, { terminal: event.terminal, begun: null })
    case 'slip_begun':
      return whileEditing(register, { begun: event.begun })
    case 'deferred': {
      const entered = { ...sale.entered, later: event.signed?.amount ?? 0 }
      return whileEditing(register, {
        signed: event.signed,
        entered: fitTenders(totalsOf(sale).total, entered, availableOf(sale.member)),
      })
    }
    case 'tender_chosen':
      return whileEditing(register, { active: event.payment })
    case 'tender_entered': {
      const { payment, amount } = event
      const { total } = totalsOf(sale)
      return whileEditing(
        // The clerk worked on the sale: its code is kept.
        isEditing(register) ? { ...register, quietRenewals: 0 } : register,
        {
          active: payment,
          entered: enterTender(payment, amount, total, sale.entered, availableOf(sale.member)),
        },
      )
    }
    case 'confirmed':
      return obstacleOf(sale) === null ? completeSale(register, fresh) : [register, []]
    case 'asked_now':
      return register.recovery === null ? askNow(register, fresh) : askAgain(register)
    case 'withdraw_asked':
      if (sale.phase.name !== 'completing') return [register, []]
      return [
        register,
        [{ do: 'withdraw', withdrawal: { transaction_id: sale.transaction_id, why: 'person' } }],
      ]
    case 'next_asked':
      return sale.phase.name === 'done' ? begin(register, fresh) : [register, []]
    case 'notice_put':
      return maySay(register, event.notice, event.seen)
        ? whileEditing(register, { notice: event.notice })
        : [register, []]

    case 'code_read':
      return readCode(register, event.token, fresh)
    case 'scan_again':
      return scanAgain(register)
    case 'scan_given_up':
      return isEditing(register) ? giveUpScan(register, fresh) : [register, []]
    case 'member_dropped': {
      if (!isFree(register) || sale.member === null) return [register, []]
      const [next, effects] = detach(register, fresh, null)
      return [next, [{ do: 'release', transaction_id: sale.transaction_id }, ...effects]]
    }

    case 'put_aside':
      return putAside(register, event) ?? [register, []]
    case 'resume_asked':
      return mayTakeCart(register) ? askForCart(register, event) : [register, []]
    case 'held_taken_back':
      return takeBack(register, event)
    case 'held_discarded':
      return discardHeld(register, event.id)
    case 'waiting_sent':
      return sendWaiting(register, fresh)

    case 'scan_replied':
      return takeScanReply(register, event.scan, event.reply, fresh)
    case 'completion_replied':
      return takeCompletionReply(register, event)
    case 'state_came':
      return takeState(register, event)
    case 'hold_renewed':
      return takeRenewal(register, event.transaction_id, event.reply)
    case 'withdrawn': {
      const { why, transaction_id } = event.withdrawal
      return why === 'person'
        ? follow(register, { type: 'rested' }, fresh)
        : [register, lookAtMember(register, transaction_id)]
    }
    case 'repriced':
      return takePrices(register, event)
    case 'resumed':
      return takeCart(register, event)
    case 'held_replied':
      return takeHeldReply(register, event.held, event.reply, fresh)
    case 'reported':
      return sale.transaction_id === event.transaction_id
        ? follow(register, { type: 'reported' }, fresh)
        : [register, []]
    case 'rang':
      return ring(register, event)
  }
}

const leave: readonly SaleEffect[] = [
  { do: 'stop_timer', timer: 'rest' },
  { do: 'stop_timer', timer: 'overdue' },
  { do: 'stop_timer', timer: 'claim' },
  { do: 'stop_observing' },
]

const still = (register: Register): Step => [register, []]

/** One step after another. */
function then([first, effects]: Step, goOn: (first: Register) => Step): Step {
  const [next, others] = goOn(first)
  return [next, [...effects, ...others]]
}

const whileEditing = (register: Register, change: Partial<Register['sale']>): Step =>
  still(isEditing(register) ? withSale(register, change) : register)

/** A cart is taken back only where none is in hand. */
export const mayTakeCart = (register: Register): boolean =>
  !register.isLeft && isWhole(register) && register.sale.lines.length === 0

/** A cart is put aside only as it stands whole. */
export const mayPutAside = (register: Register): boolean =>
  !register.isLeft && isWhole(register) && register.sale.lines.length > 0

/**
 * Whether a notice is seen.
 *
 * @param seen what stood in the strip when the article was read that this is about: it takes the place of no word about
 * something else that was said since
 */
export function maySay(register: Register, notice: SaleNotice, seen: SaleNotice): boolean {
  const { notice: now } = register.sale
  // What is being written down about a person is not put away by a word about something else.
  if (notice !== null && isQuestion(now)) return false
  if (now !== seen && now !== null && !isAboutArticle(now)) return false
  return !register.isLeft && isEditing(register)
}
type SaleNotice = Register['sale']['notice']

/** An article was looked up, for this sale or for one before it. */
function endLook(register: Register, code: string, serial: number): Register {
  const { looking } = register.sale
  const index = looking.indexOf(code)
  if (register.serial !== serial || index < 0) return register
  return withSale(register, { looking: looking.toSpliced(index, 1) })
}

/** Puts the cart aside and leaves the register free; null where it cannot. */
function putAside(
  register: Register,
  { name, keepsArticles, fresh }: Happened<Extract<SaleEvent, { type: 'put_aside' }>>,
): Step | null {
  if (!mayPutAside(register)) return null
  const { lines, discount, member, transaction_id, parked } = register.sale
  const one: Held = {
    id: parked?.id ?? fresh.key,
    name,
    lines,
    discount,
    checkout_id: member === null ? null : transaction_id,
    keep_goods: keepsArticles,
    parked,
    at: new Date(fresh.now).toISOString(),
    is_sent: false,
    refused: null,
  }
  return then(begin({ ...register, held: [one, ...register.held] }, fresh), (next) =>
    sendWaiting(next, fresh),
  )
}

/** Ends the sale in hand without paying: the cart is emptied and a scanned code goes back to its owner. */
function clear(register: Register, { fresh }: Happened): Step {
  if (!isEditing(register)) return [register, []]
  const [free, given] = giveUpScan(register, fresh)
  const emptied = withSale(free, { looking: [] })
  const { member, transaction_id, parked } = emptied.sale
  // A cart that was put aside goes back to the others: it is thrown away there, by name.
  const aside =
    parked === null
      ? null
      : putAside(emptied, { type: 'put_aside', name: parked.name, keepsArticles: false, fresh })
  if (aside !== null) return [aside[0], [...given, ...aside[1]]]
  const [next, effects] = begin(emptied, fresh)
  const release: SaleEffect[] = member === null ? [] : [{ do: 'release', transaction_id }]
  return [next, [...given, ...release, ...effects]]
}

function askForCart(register: Register, { parked }: Extract<SaleEvent, { type: 'resume_asked' }>): Step {
  const { serial, sale } = register
  return [
    withSale(register, { looking: [...sale.looking, heldInWords(parked.name)] }),
    [{ do: 'resume', takingUp: { parked, serial, seen: sale.notice } }],
  ]
}

/** What was read while the cart was on its way is bought with it. */
function takeCart(
  register: Register,
  { takingUp, reply, fresh }: Happened<Extract<SaleEvent, { type: 'resumed' }>>,
): Step {
  const { parked, serial, seen } = takingUp
  const words = heldInWords(parked.name)
  const isWanted = register.serial === serial && register.sale.looking.includes(words)
  const arrived = endLook(register, words, serial)
  if (reply.kind !== 'answer') return still(arrived)
  // What was taken back for one customer is never sold to the next.
  if (!isWanted || !isEditing(arrived))
    return whileEditing(arrived, { notice: { kind: 'warning', message: heldStill(parked.name) } })
  const { cart, skus, total, unavailable, parked: taken } = reply.value
  const { lines: read, discount } = arrived.sale
  let count = 0
  const kept = linesFrom(cart.items, skus, () => `${fresh.key}/${(count += 1)}`)
  const lines = read.reduce((all, line) => restoreLine(all, line, all.length), kept)
  const next = setLines(
    withSale(arrived, { parked: { id: taken.id, name: taken.name, version: taken.version } }),
    lines,
    (read.at(-1) ?? lines[0])?.key ?? null,
    cart.discount ?? discount,
    seen,
  )
  const message = resumeWarning(
    unavailable,
    taken.total,
    total,
    read.map(({ name }) => name),
  )
  return still(message === null ? next : withSale(next, { notice: { kind: 'warning', message } }))
}

/** Takes back a cart that is on this device alone: it was never sent, or the server refused it. */
function takeBack(register: Register, { id }: Extract<SaleEvent, { type: 'held_taken_back' }>): Step {
  const one = register.held.find((other) => other.id === id)
  if (one === undefined || !isHereAlone(one) || !mayTakeCart(register)) return [register, []]
  const { lines, discount, parked, is_sent, checkout_id } = one
  const next = setLines(withSale(register, { parked }), lines, lines[0]?.key ?? null, discount)
  return [
    { ...next, held: register.held.filter((other) => other !== one) },
    // The server has not been told yet that the member's code is free again.
    !is_sent && checkout_id !== null ? [{ do: 'release', transaction_id: checkout_id }] : [],
  ]
}

/**
 * That there is no such sale is the only refusal that says something of it. Any other is of the question itself, such as
 * one too many of them, and leaves open what became of the sale.
 */
const saidOf = (reply: Reply<RegisterState, Refusal>): Reply<RegisterState, Refusal> =>
  reply.kind === 'refusal' && reply.refusal.code !== 'TXN_NOT_FOUND' ? { kind: 'lost' } : reply

function takeState(
  register: Register,
  { question, reply: heard, fresh }: Happened<Extract<SaleEvent, { type: 'state_came' }>>,
): Step {
  const reply = saidOf(heard)
  if (question.transaction_id !== register.sale.transaction_id) return [register, []]
  switch (question.why) {
    case 'completion':
      return takeKnowledge(register, question, reply, fresh)
    case 'person':
      return answerPerson(register, reply, fresh)
    case 'recovery':
      return takeRecovered(register, reply, fresh)
    case 'member':
      return takeMember(register, question, reply)
  }
}

function ring(register: Register, { timer, fresh }: Happened<Extract<SaleEvent, { type: 'rang' }>>): Step {
  const { phase } = register.sale
  switch (timer) {
    case 'claim':
      return renewClaim(register, fresh)
    case 'overdue':
      if (phase.name === 'recovering' || (phase.name === 'completing' && phase.confirming === null))
        return still(withSale(register, { phase: { ...phase, is_overdue: true } }))
      return [register, []]
    case 'rest':
      if (register.scan !== null) return sendScanAgain(register, register.scan)
      return register.recovery === null ? follow(register, { type: 'rested' }, fresh) : askAgain(register)
  }
}
