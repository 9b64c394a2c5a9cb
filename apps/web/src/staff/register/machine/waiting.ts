import type { ParkedSale } from '@shirogane/contract/resources/sales/parked'
import type { Held } from '../parked/held.ts'
import type { Reply } from './outcome.ts'
import type { Fresh, Register, Step } from './register.ts'
import type { Refusal } from './sale-parts.ts'

/**
 * Carts on their way to the server. They are written down on the device first, so that a register without a network can
 * put a cart aside and go on; each goes out under one id until the server has it, and is put aside once. Where the device
 * knows that there is no network nothing is sent, so that the cart can still be taken back.
 *
 * One round at a time: a cart that is on its way is not sent beside itself.
 */
export function sendWaiting(register: Register, fresh: Fresh): Step {
  const { round, held } = register
  if (round !== null) return [{ ...register, round: { ...round, isAskedAgain: true } }, []]
  const ids = held.filter(({ refused }) => refused === null).map(({ id }) => id)
  return sendNext(register, ids, false, fresh)
}

function sendNext(register: Register, ids: readonly string[], isAskedAgain: boolean, fresh: Fresh): Step {
  // While the one before was on its way, this one may have been taken back.
  const left = ids.filter((id) => register.held.some((one) => one.id === id))
  const [id, ...rest] = left
  const one = register.held.find((other) => other.id === id)
  if (one === undefined || !fresh.isOnline) return endRound(register, isAskedAgain, fresh)
  // Written down before it goes out: from here on only the server can tell where it is.
  const sent = { ...one, is_sent: true }
  return [
    {
      ...register,
      held: one.is_sent ? register.held : register.held.map((other) => (other === one ? sent : other)),
      round: { id: one.id, rest, isAskedAgain },
    },
    [{ do: 'send_held', held: sent }],
  ]
}

function endRound(register: Register, isAskedAgain: boolean, fresh: Fresh): Step {
  const idle = { ...register, round: null }
  return isAskedAgain ? sendWaiting(idle, fresh) : [idle, []]
}

export function takeHeldReply(
  register: Register,
  sent: Held,
  reply: Reply<ParkedSale, Refusal>,
  fresh: Fresh,
): Step {
  const { round, held } = register
  if (round?.id !== sent.id) return [register, []]
  if (reply.kind === 'lost') return endRound(register, round.isAskedAgain, fresh)
  // A new cart is in conflict where the server took it before and another register has gone on with it: it is not
  // here alone.
  const isThere = reply.kind === 'answer' || (sent.parked === null && reply.refusal.code === 'CONFLICT')
  const next = isThere
    ? held.filter(({ id }) => id !== sent.id)
    : held.map((other) => (other.id === sent.id ? { ...other, refused: reply.refusal.message } : other))
  return sendNext({ ...register, held: next }, round.rest, round.isAskedAgain, fresh)
}

/** The register that came after has the list by now, but must not offer what the server has taken. */
export function takeLateHeldReply(register: Register, { id }: Held, reply: Reply<ParkedSale, Refusal>): Step {
  return [register, reply.kind === 'answer' ? [{ do: 'forget_held', id }] : []]
}

/** Throws a cart away that is on this device alone. */
export function discardHeld(register: Register, id: string): Step {
  const one = register.held.find((other) => other.id === id)
  if (one === undefined) return [register, []]
  return [
    { ...register, held: register.held.filter((other) => other !== one) },
    one.is_sent || one.checkout_id === null ? [] : [{ do: 'release', transaction_id: one.checkout_id }],
  ]
}
