import type { Cashout } from '@shirogane/contract/resources/brand/cashouts'
import type { ChipTone } from '@shirogane/ui/data/Chip'

export const statusTones: Readonly<Record<Cashout['status'], ChipTone>> = {
  requested: 'warn',
  paid: 'ok',
  rejected: 'neutral',
  withdrawn: 'neutral',
}
