import type { Cashout } from '@shirogane/contract/cashouts'
import type { ChipTone } from '@shirogane/ui/Chip'

export const statusTones: Readonly<Record<Cashout['status'], ChipTone>> = {
  requested: 'warn',
  paid: 'ok',
  rejected: 'neutral',
  withdrawn: 'neutral',
}
