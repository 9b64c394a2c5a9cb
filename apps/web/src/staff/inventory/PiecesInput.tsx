import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'

/** The most pieces of one article that a form of stock takes. */
const piecesMax = 99_999

type PiecesInputProps = {
  label: string
  value: EnteredNumber
  onChange: (value: EnteredNumber) => void
  max?: number
}

/** How many pieces of an article. */
export function PiecesInput({ label, value, onChange, max = piecesMax }: PiecesInputProps) {
  return <NumberInput size="s" max={max} selects aria-label={label} value={value} onChange={onChange} />
}
