import type { User } from '@shirogane/contract/resources/shapes'
import { Chip, type ChipTone } from '@shirogane/ui/data/Chip'

/** As short as a till needs them: beside the keys there is room for a few letters. */
const looks: Readonly<Record<User['kyc_status'], readonly [ChipTone, string]>> = {
  none: ['neutral', '本人未確認'],
  required: ['warn', '要本人確認'],
  pending: ['neutral', '本人確認中'],
  approved: ['ok', '本人確認済'],
  rejected: ['warn', '書類再提出'],
  expired: ['warn', '要本人再確認'],
  blocked: ['bad', '本人確認不可'],
}

/** How far the identity of a member in front of the counter is checked. */
export function KycChip({ status }: { status: User['kyc_status'] }) {
  const [tone, words] = looks[status]
  return (
    <Chip small tone={tone}>
      {words}
    </Chip>
  )
}
