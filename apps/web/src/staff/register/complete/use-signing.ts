import { useEffect, useEffectEvent, useState } from 'react'
import type { SaleState } from '../machine/sale-state.ts'

/**
 * A deferral whose customer cannot be asked on their phone is signed for: the sheet opens in the place of the question, as
 * soon as that is taken back and the sale may be changed again.
 */
export function useSigning({ transaction_id, phase }: SaleState, openSheet: () => void) {
  const [saleId, setSaleId] = useState<string | null>(null)
  const [isDue, setDue] = useState(false)
  const open = useEffectEvent(openSheet)
  const isThisSale = saleId === transaction_id
  useEffect(() => {
    if (!isDue || phase.name === 'completing') return
    setDue(false)
    // They may have said yes at the last moment.
    if (isThisSale && phase.name === 'editing') open()
  }, [isDue, isThisSale, phase.name])
  return {
    isWithoutPhone: isThisSale,
    sign: () => {
      setSaleId(transaction_id)
      setDue(true)
    },
  }
}
