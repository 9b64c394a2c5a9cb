import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { storeQuery } from './queries.ts'
import { StoreDevices } from './StoreDevices.tsx'
import { text } from './text.ts'

/** The same list on the device itself, where a manager stands at the register that it shall be. */
export function DeviceSheet({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const store = useQuery(storeQuery(storeId))
  const { withStepUp, isAsking, stepUpSheet } = useStepUp()
  return (
    <>
      <Sheet isOpen={!isAsking} onClose={onClose} title={text.enrolDevice}>
        {store.isError && (
          <ErrorPanel message={serverMessageOf(store.error)} onRetry={() => store.refetch()} />
        )}
        {store.isPending && <Skeleton height={220} />}
        {store.data && <StoreDevices store={store.data} withStepUp={withStepUp} />}
      </Sheet>
      {stepUpSheet}
    </>
  )
}
