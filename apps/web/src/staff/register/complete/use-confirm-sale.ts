import { useEffect, useEffectEvent, useState } from 'react'
import type { useSheet } from '../../../shell/navigation/navigation.tsx'
import { obstacleOf } from '../machine/sale-state.ts'
import type { SaleState } from '../machine/sale-state.ts'

/**
 * Whether the confirmation is to be seen. It waits for what was read over it, and closes once that has changed the
 * sale: what is sold, or whom it is sold to. A code that means nothing changes nothing.
 */
export function useConfirmSale(state: SaleState, sheet: ReturnType<typeof useSheet>): boolean {
  const { lines, discount, member } = state
  const isEditing = state.phase.name === 'editing'
  const customer = member?.customer ?? null
  const [looked, setLooked] = useState({ lines, discount, customer, isEditing })
  const isSame = looked.lines === lines && looked.discount === discount && looked.customer === customer
  // What a reload brings back is the sale that was looked at before.
  const isOver = sheet.isOpen && isEditing && looked.isEditing
  const isChanged = isOver && !isSame
  if (!isOver && (!isSame || looked.isEditing !== isEditing))
    setLooked({ lines, discount, customer, isEditing })
  const close = useEffectEvent(() => sheet.close())
  useEffect(() => {
    if (isChanged) close()
  }, [isChanged])
  const obstacle = obstacleOf(state)
  return sheet.isOpen && isEditing && !isChanged && (obstacle === null || obstacle === 'busy')
}
