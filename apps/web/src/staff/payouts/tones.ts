import type { PayoutFacts } from '@shirogane/contract/resources/shapes'
import type { ChipTone } from '@shirogane/ui/data/Chip'

export const statusTones: Readonly<Record<PayoutFacts['status'], ChipTone>> = {
  requested: 'warn',
  approved: 'accent',
  exported: 'accent',
  paid: 'ok',
  failed: 'bad',
  canceled: 'neutral',
}
