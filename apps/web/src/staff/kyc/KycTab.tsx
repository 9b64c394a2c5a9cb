import { useSearchParam } from '../../shell/navigation/navigation.tsx'
import { KycDetail } from './KycDetail.tsx'
import { KycQueue } from './KycQueue.tsx'

/** Who waits to be checked, and one of them beside their pictures. */
export function KycTab() {
  const id = useSearchParam('id')
  return id === undefined ? <KycQueue /> : <KycDetail key={id} id={id} />
}
