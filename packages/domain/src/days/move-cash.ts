import type { Decision } from '../movements/movement.ts'
import { moveDrawer } from './move-drawer.ts'

/** Everything that cash which is put in or taken out is decided by. */
export type MoveCashFacts = {
  /** The day that is open at the shop. */
  date: string
  /** Yen that the books say are in the drawer; null where cash is put in, which asks for nothing. */
  expected: number | null
}

export type MoveCashWish = {
  transaction_id: string
  actor_id: string
  store_id: string
  register_id: string | null
  act: 'pay_in' | 'pay_out'
  amount: number
  reason: string
  note: string | null
}

/** Cash is put in or taken out, no more than the drawer holds. The office's cash stands against it. */
export function moveCash({ date, expected }: MoveCashFacts, wish: MoveCashWish): Decision<'DRAWER_SHORT'> {
  const { act, amount } = wish
  if (expected !== null && amount > expected) return { code: 'DRAWER_SHORT' }
  return {
    code: null,
    movements: moveDrawer(
      {
        id: wish.transaction_id,
        step: act,
        store_id: wish.store_id,
        register_id: wish.register_id,
        employee_id: wish.actor_id,
        business_date: date,
        reason: wish.reason,
        note: wish.note,
      },
      { cash_office: act === 'pay_in' ? amount : -amount },
    ),
  }
}
