import type { FunctionComponent } from 'react'
import { useSearchParam } from '../../shell/navigation/navigation.tsx'
import { lazyMode } from '../shared/lazy-parts.tsx'
import type { RegisterModeProps } from './mode-props.ts'
import { modes } from './text.ts'

export type RegisterMode = {
  /** What stands in the address: `/admin/register?mode=refund`. */
  key: string
  label: string
  /** Selling is the register itself and has none; every other mode is loaded when the clerk turns to it. */
  Screen: FunctionComponent<RegisterModeProps> | null
}

const ChargeScreen = lazyMode(() => import('./charge/ChargeScreen.tsx').then((module) => module.default))
/** Giving back alone needs no register: head office does it for a shop that is closed. */
export const RefundScreen = lazyMode<{ registerId: string | null }>(() =>
  import('./refund/RefundMode.tsx').then(({ RefundMode }) => RefundMode),
)
const DeferredScreen = lazyMode(() =>
  import('./deferred/DeferredScreen.tsx').then((module) => module.default),
)
const PointScreen = lazyMode(() => import('./point/PointScreen.tsx').then((module) => module.default))

const sale: RegisterMode = { key: 'sale', label: modes.sale, Screen: null }

/** What a register does besides selling, each in a folder of its own, in the order of the switch. */
export const registerModes: readonly RegisterMode[] = [
  sale,
  { key: 'refund', label: modes.refund, Screen: RefundScreen },
  { key: 'charge', label: modes.charge, Screen: ChargeScreen },
  { key: 'point', label: modes.point, Screen: PointScreen },
  { key: 'later', label: modes.later, Screen: DeferredScreen },
]

/** The mode that the address names; a name that is not one of them is the sale. */
export function useRegisterMode(): RegisterMode {
  const key = useSearchParam('mode')
  return registerModes.find((mode) => mode.key === key) ?? sale
}
