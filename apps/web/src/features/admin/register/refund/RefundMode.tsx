import { useSearch } from '../../../../lib/navigation.tsx'
import type { RegisterModeProps } from '../modes.tsx'
import { ChooseReturn } from './ChooseReturn.tsx'
import { FindSale } from './FindSale.tsx'
import { ReturnDone } from './ReturnDone.tsx'

/** Giving back: find the sale, choose what goes back of it, look at what that means, and give it. */
export function RefundMode({ registerId }: RegisterModeProps) {
  const { id, step, refund } = useSearch()
  if (step === 'done' && refund !== undefined) return <ReturnDone key={refund} id={refund} />
  if (id !== undefined) return <ChooseReturn key={id} id={id} registerId={registerId} />
  return <FindSale />
}
