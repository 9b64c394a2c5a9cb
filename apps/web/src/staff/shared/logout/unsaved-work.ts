import { countCloses } from '../../close/draft.ts'
import { countUnsavedStock } from '../../inventory/draft.ts'
import { logoutText } from './logout-text.ts'
import { countDocuments } from '../../register/receipt/kept-documents.ts'
import { findUnsavedSale } from '../../register/machine/storage.ts'

type Loss = {
  text: string
  /** More than what is still on the screen and can be put on hold. */ isGrave: boolean
}

/** Whether a register of this device has a sale on its screen, on hold, or on its way. */
export const hasUnsavedSale = (): boolean => findUnsavedSale() !== null

/** All that would be lost with this device's storage, what weighs most first. */
export function lossesOfLogout(): Loss[] {
  const sale = findUnsavedSale()
  const documents = countDocuments()
  const closes = countCloses()
  const { counted, entered } = countUnsavedStock()
  const { loses } = logoutText
  return [
    ...(sale === null ? [] : [{ text: loses[sale], isGrave: sale !== 'cart' }]),
    ...(documents > 0 ? [{ text: loses.documents(documents), isGrave: true }] : []),
    ...(closes > 0 ? [{ text: loses.closes(closes), isGrave: true }] : []),
    ...(counted > 0 ? [{ text: loses.counted(counted), isGrave: true }] : []),
    ...(entered > 0 ? [{ text: loses.entered(entered), isGrave: true }] : []),
  ]
}
