import { formatAmount } from '@shirogane/ui/data/format-amount'

/** An amount inside a sentence or a cell of staff: "¥12,480", "−¥438". */
export const yenSign = (value: number): string => formatAmount(value, '¥')
