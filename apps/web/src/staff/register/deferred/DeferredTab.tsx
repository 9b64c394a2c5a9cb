import { DeferredList } from './DeferredScreen.tsx'

/**
 * What customers owe all stores: for accounting, which finds bank transfers and gives up what is not expected any more.
 */
export function DeferredTab() {
  return <DeferredList registerId={null} />
}
