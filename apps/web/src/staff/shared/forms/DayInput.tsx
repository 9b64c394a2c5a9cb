import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useState } from 'react'

interface DayInputProps {
  /** Where no Field around it has one. */
  label?: string
  /** The day that is shown, which comes a while after it was asked for. */
  day: string
  max?: string
  onDay: (day: string) => void
}

/**
 * Chooses the day whose figures a page shows, and names it. What is being typed stays in the field while they load: put
 * back to the day before, a browser would take the next figure for the beginning of another date. On the way to 2026 its
 * year is 0002, 0020 and 0202, and no shop had a day then.
 */
export function DayInput({ label, day, max, onDay }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      type="date"
      size="s"
      aria-label={label}
      max={max}
      value={typed ?? day}
      onChange={({ target }) => {
        if (document.activeElement === target) setTyped(target.value)
        if (target.value >= '1000') onDay(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
