import { LaterList } from './LaterScreen.tsx'

/**
 * What customers owe all stores: for accounting, which finds bank transfers and gives up what is not expected any more.
 */
export function LaterTab() {
  return <LaterList registerId={null} />
}
