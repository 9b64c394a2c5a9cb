import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { totalsOf } from '../cart/cart.ts'
import { fitTenders } from '../tender/tenders.ts'
import { completeSale, finish, isFinished } from './completion.ts'
import { askEveryMs, overdueAfterMs } from './outcome.ts'
import type { Reply } from './outcome.ts'
import { withSale } from './register.ts'
import type { Fresh, Register, SaleEffect, Step } from './register.ts'
import { attach, detach } from './sale.ts'
import type { Refusal } from './sale-parts.ts'
import { nothingAvailable } from './sale-state.ts'
import { openStatuses } from './scan.ts'
import type { StoredSale } from './storage.ts'

/** How long a register that was loaded anew looks for the member of a sale whose completion has not begun. */
const memberPatienceMs = 10_000

/** The page starts with what the device had written down. */
export function openRegister(register: Register, stored: StoredSale | null, { now }: Fresh): Step {
  if (stored === null) return [register, []]
  const { act, level_at_scan, has_member, is_done, ...sale } = stored
  const restored = { ...withSale(register, sale), act, level_at_scan }
  if (!is_done && !has_member && act === null) return [dropMembersTenders(restored), []]
  // Where no money was on its way there is nothing to find out but who the member was, and the articles need not wait
  // for that for ever.
  const isAboutMoney = is_done || act?.kind === 'settle'
  const until = isAboutMoney ? Number.POSITIVE_INFINITY : now + memberPatienceMs
  return [
    {
      ...withSale(restored, { phase: { name: 'recovering', is_overdue: false } }),
      recovery: { stored, until, isResting: false },
    },
    [{ do: 'start_timer', timer: 'overdue', ms: overdueAfterMs }, askOf(stored.transaction_id)],
  ]
}

const askOf = (transaction_id: string): SaleEffect => ({
  do: 'ask_state',
  question: { transaction_id, why: 'recovery', turn: 0 },
})

/** Points and balance are a member's, who is not there. */
function dropMembersTenders(register: Register): Register {
  const { sale } = register
  return withSale(register, {
    entered: fitTenders(totalsOf(sale).total, sale.entered, nothingAvailable),
  })
}

/** The pause is over, or a person wants to know now. */
export function askAgain(register: Register): Step {
  const { recovery, sale } = register
  if (recovery === null || !recovery.isResting) return [register, []]
  return [
    { ...register, recovery: { ...recovery, isResting: false } },
    [{ do: 'stop_timer', timer: 'rest' }, askOf(sale.transaction_id)],
  ]
}

/** What became of the sale that the device had written down. */
export function takeRecovered(register: Register, reply: Reply<RegisterState, Refusal>, fresh: Fresh): Step {
  const { recovery } = register
  if (recovery === null) return [register, []]
  if (reply.kind === 'lost' && fresh.now < recovery.until)
    return [
      { ...register, recovery: { ...recovery, isResting: true } },
      [{ do: 'start_timer', timer: 'rest', ms: askEveryMs }],
    ]
  const [next, effects] = goOn({ ...register, recovery: null }, recovery.stored, reply, fresh)
  return [next, [{ do: 'stop_timer', timer: 'rest' }, { do: 'stop_timer', timer: 'overdue' }, ...effects]]
}

function goOn(
  register: Register,
  stored: StoredSale,
  reply: Reply<RegisterState, Refusal>,
  fresh: Fresh,
): Step {
  const answer = reply.kind === 'answer' ? reply.value : null
  if (answer !== null && isFinished(answer)) return finish(register, answer)
  const editing = withSale(register, { phase: { name: 'editing' } })
  const wasCompleting = stored.act?.kind === 'settle'
  if (answer !== null && openStatuses.has(answer.status) && answer.customer !== null) {
    const isAsked = answer.status === 'pending_confirm'
    const [attached, effects] = attach(editing, answer)
    // Kept, so that the same confirmation goes out under the same key.
    const next = { ...attached, act: wasCompleting ? stored.act : null }
    if (!wasCompleting) return [next, effects]
    if (!isAsked) return [withSale(next, { notice: { kind: 'not_settled' } }), effects]
    // The customer is being asked, or has answered: the act that asked them goes on.
    const [completing, sent] = completeSale(next, fresh)
    return [completing, [...effects, ...sent]]
  }
  const release: SaleEffect[] =
    reply.kind === 'lost' ? [{ do: 'release', transaction_id: stored.transaction_id }] : []
  if (stored.has_member || reply.kind === 'lost') {
    const [next, effects] = detach(
      { ...editing, act: null },
      fresh,
      wasCompleting ? { kind: 'not_settled' } : { kind: 'member_gone' },
    )
    return [next, [...release, ...effects]]
  }
  const alone = dropMembersTenders(editing)
  return [
    {
      ...withSale(alone, { notice: wasCompleting ? { kind: 'not_settled' } : null }),
      act: wasCompleting ? stored.act : null,
    },
    [],
  ]
}
