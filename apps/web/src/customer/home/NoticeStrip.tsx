import { iconInfo } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'

/** What the operator has to say to everybody, such as a night of maintenance. */
export function NoticeStrip({ notice }: { notice: string | null }) {
  return notice === null ? null : <InfoStrip icon={iconInfo} tone="warn" title={notice} />
}
