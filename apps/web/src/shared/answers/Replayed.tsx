import type { Transaction } from '@shirogane/contract/resources/shapes'
import { iconInfo } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import type { ToastInput } from '@shirogane/ui/overlays/use-toast'
import { isReplay } from '../../shell/api/api.ts'
import { detailTime, listTime } from '../dates/dates.ts'
import { useSearchParam } from '../../shell/navigation/navigation.tsx'
import { text } from './text.ts'

type Movement = Pick<Transaction, 'created_at' | 'completed_at'> | { at: string }

const timeOf = (one: Movement): string => ('at' in one ? one.at : (one.completed_at ?? one.created_at))

/** For the address of the page that shows what came of an act, so that it says the same after a reload. */
export const replayQuery = (answer: object): { replayed?: string } =>
  isReplay(answer) ? { replayed: '1' } : {}

/** Whether the address says that what the page shows had been done before. */
export const useReplayed = (): boolean => useSearchParam('replayed') !== undefined

/** For where nothing but a toast tells of an act: what it says, long enough to be read; null where it was done just now. */
export const replayToast = (answer: Movement): ToastInput | null =>
  isReplay(answer)
    ? { message: text.replayedAt(listTime(timeOf(answer))), icon: iconInfo, duration: 10_000 }
    : null

/** Stands over the outcome of an act that had been done before: a reader who meant to do it once more has to know. */
export function ReplayStrip({ movement }: { movement: Movement }) {
  return (
    <InfoStrip
      role="status"
      icon={iconInfo}
      tone="warn"
      title={text.replayed}
      text={text.replayedBody(detailTime(timeOf(movement)))}
    />
  )
}
