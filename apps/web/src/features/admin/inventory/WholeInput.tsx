import { toHalfWidthDigits } from '@shirogane/ui/half-width-digits'
import { TextInput } from '@shirogane/ui/TextInput'

type WholeInputProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  placeholder?: string
}

/** A whole number from 0, in whatever width it is typed; empty is none. */
export function WholeInput({ label, value, onChange, placeholder }: WholeInputProps) {
  return (
    <TextInput
      size="s"
      inputMode="numeric"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={value === null ? '' : String(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const digits = toHalfWidthDigits(event.target.value).slice(0, 5)
        onChange(digits === '' ? null : Number.parseInt(digits, 10))
      }}
    />
  )
}
