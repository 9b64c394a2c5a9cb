import { countCloses } from '../../close/draft.ts'
import { stockInHand } from '../../inventory/draft.ts'
import { logoutText } from './logout-text.ts'
import { countPapers } from '../../register/receipt/kept-papers.ts'
import { saleInHand } from '../../register/machine/storage.ts'

type Loss = {
  text: string
  /** More than what is still on the screen and can be put on hold. */ isGrave: boolean
}

/** Whether a register of this device has a sale on its screen, on hold, or on its way. */
export const hasSaleInHand = (): boolean => saleInHand() !== null

/** All that would be lost with this device's storage, what weighs most first. */
export function lossesOfLogout(): Loss[] {
  const sale = saleInHand()
  const papers = countPapers()
  const closes = countCloses()
  const { counted, entered } = stockInHand()
  const { loses } = logoutText
  return [
    ...(sale === null ? [] : [{ text: loses[sale], isGrave: sale !== 'cart' }]),
    ...(papers > 0 ? [{ text: loses.papers(papers), isGrave: true }] : []),
    ...(closes > 0 ? [{ text: loses.closes(closes), isGrave: true }] : []),
    ...(counted > 0 ? [{ text: loses.counted(counted), isGrave: true }] : []),
    ...(entered > 0 ? [{ text: loses.entered(entered), isGrave: true }] : []),
  ]
}
