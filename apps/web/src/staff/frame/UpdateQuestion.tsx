import { useSyncExternalStore } from 'react'
import { useSearchParam } from '../../shell/navigation/navigation.tsx'
import { onUpdate, postponeUpdate, waitingUpdate } from '../../shell/updates/updates.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { lazySheet } from '../shared/lazy-parts.tsx'
import { useRegisterMode } from '../register/modes.tsx'
import { findUnsavedSale } from '../register/machine/storage.ts'
import { useHasEntered } from './use-has-entered.ts'

const UpdateModal = lazySheet(() =>
  import('../../shell/updates/UpdateModal.tsx').then((module) => module.UpdateModal),
)

/** Also where a sale was begun at this device and left for another page. */
const isDue = () => waitingUpdate() !== null && findUnsavedSale() === null

/** Asks staff to load a new version, but never in the middle of a sale, of a form or of another act, nor over a sheet. */
export function UpdateQuestion() {
  const asks = useSyncExternalStore(onUpdate, isDue)
  const hasSheet = useSearchParam('sheet') !== undefined
  useHoldUpdate(useHasEntered())
  const isOtherAct = useRegisterMode().key !== 'sale'
  return asks && !hasSheet && !isOtherAct && <UpdateModal onClose={postponeUpdate} />
}
