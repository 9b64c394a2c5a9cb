import { useSearch } from '../../../shell/navigation/navigation.tsx'
import { ChooseReturn } from './ChooseReturn.tsx'
import { ExchangeDone } from './ExchangeDone.tsx'
import { FindSale } from './FindSale.tsx'
import { ReturnDone } from './ReturnDone.tsx'

/** Giving back, at a register or from head office: find the sale, choose what goes back of it, look at what that means, and give it. */
export function RefundMode({ registerId }: { registerId: string | null }) {
  const { id, step, refund, sale } = useSearch()
  if (step === 'done' && refund !== undefined)
    return <ReturnDone key={refund} id={refund} isAtRegister={registerId !== null} />
  if (step === 'exchanged' && refund !== undefined && sale !== undefined)
    return <ExchangeDone key={refund} refundId={refund} saleId={sale} />
  if (id !== undefined) return <ChooseReturn key={id} id={id} registerId={registerId} />
  return <FindSale />
}
