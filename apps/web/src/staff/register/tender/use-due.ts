import { useQuery } from '@tanstack/react-query'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useSession } from '../../../shell/session/session.ts'
import { registerTermsQuery } from '../../shared/queries.ts'
import { totalsOf } from '../cart/cart.ts'
import { missingOf } from './PaySteps.tsx'
import { previewOf } from './preview.ts'
import { billOf } from './tenders.ts'
import { text } from '../text.ts'
import { availableOf, obstacleOf } from '../machine/sale-state.ts'
import type { SaleState } from '../machine/sale-state.ts'

const termsEveryMs = 5 * 60_000

export type Due = ReturnType<typeof useDue>

/** What the sale in hand comes to, and what keeps it from being completed. */
export function useDue(state: SaleState) {
  const { entered, member } = state
  const isOnline = useOnline()
  const { reconnecting } = useSession()
  // The day ends at five in the morning, while the register may stay as it is.
  const { data: terms } = useQuery({ ...registerTermsQuery(), refetchInterval: termsEveryMs })
  const ceiling = terms?.discount_max ?? null
  const totals = totalsOf(state)
  const bill = billOf(totals.total, entered)
  const obstacle = obstacleOf(state)
  const isCutOff = !isOnline || reconnecting
  const cutOff = isCutOff ? (isOnline ? text.reconnecting : text.offline) : null
  const obstacleText = {
    empty: text.confirmEmpty,
    too_large: text.confirmTooLarge,
    remaining: text.short(bill.remaining),
    busy: state.is_scanning ? text.memberLoading : state.looking.length > 0 ? text.articleLoading : null,
  }
  return {
    totals,
    bill,
    available: availableOf(member),
    preview: previewOf(state, entered.points, member?.customer.level.point_rate ?? null),
    ceiling,
    missing: missingOf(state, ceiling),
    /** A brand may switch the confirmation off. */
    asksToConfirm: terms?.confirm_sale !== false,
    isFloatMissing: terms?.float_counted === false,
    isOnline,
    isCutOff,
    cutOff,
    obstacle,
    canConfirm: obstacle === null && !isCutOff,
    /** Why the sale cannot be confirmed now. */
    reason: cutOff ?? (obstacle === null ? null : obstacleText[obstacle]),
  }
}
