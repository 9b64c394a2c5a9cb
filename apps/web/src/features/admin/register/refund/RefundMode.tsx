import { useSearch } from '../../../../lib/navigation.tsx'
import type { RegisterModeProps } from '../modes.tsx'
import { ChooseReturn } from './ChooseReturn.tsx'
import { ExchangeDone } from './ExchangeDone.tsx'
import { FindSale } from './FindSale.tsx'
import { ReturnDone } from './ReturnDone.tsx'

/** Giving back: find the sale, choose what goes back of it, look at what that means, and give it. */
export function RefundMode({ registerId }: RegisterModeProps) {
  const { id, step, refund, sale } = useSearch()
  if (step === 'done' && refund !== undefined) return <ReturnDone key={refund} id={refund} />
  if (step === 'exchanged' && refund !== undefined && sale !== undefined)
    return <ExchangeDone key={refund} refundId={refund} saleId={sale} />
  if (id !== undefined) return <ChooseReturn key={id} id={id} registerId={registerId} />
  return <FindSale />
}
