import type { User } from '@shirogane/contract/resources/shapes'
import { Chip, type ChipTone } from '@shirogane/ui/data/Chip'
import { kycLabels } from './kyc-text.ts'

const tones: Readonly<Record<User['kyc_status'], ChipTone>> = {
  none: 'neutral',
  required: 'warn',
  pending: 'neutral',
  approved: 'ok',
  rejected: 'warn',
  expired: 'warn',
  blocked: 'bad',
}

/** How far the identity of a member in front of the counter is checked. */
export function KycChip({ status }: { status: User['kyc_status'] }) {
  return (
    <Chip small tone={tones[status]}>
      {kycLabels[status]}
    </Chip>
  )
}
