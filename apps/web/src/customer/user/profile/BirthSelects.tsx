import { birthYearMin } from '@shirogane/contract/inputs/person'
import { eraOfYear } from '@shirogane/contract/inputs/person-text'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { useId } from 'react'
import { todayInTokyo } from '../../../shared/dates/dates.ts'
import { whenLeft } from '../use-form-errors.ts'
import { text } from './text.ts'
import styles from './profile.module.css'

export type Birth = { year: string; month: string; day: string }
export const noBirth: Birth = { year: '', month: '', day: '' }

/** `1990-04-01`, or null while a part is missing. */
export function birthText({ year, month, day }: Birth): string | null {
  return year === '' || month === '' || day === ''
    ? null
    : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Props = {
  value: Birth
  onChange: (birth: Birth) => void
  /** The reader is through with all three lists. */
  onLeave?: () => void
  error?: string | undefined
  helper?: string
  /** Of the first list, where something leads to it. */
  id?: string
}

/** Three lists, as a browser fills them in by itself; the year also in the era that people count their lives in. */
export function BirthSelects({ value, onChange, onLeave, error, helper, id }: Props) {
  const madeId = useId()
  const yearId = id ?? madeId
  const thisYear = Number(todayInTokyo().slice(0, 4))
  const years = Array.from({ length: thisYear - birthYearMin + 1 }, (_, index) => thisYear - index)
  const part = (name: keyof Birth) => ({
    value: value[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [name]: event.target.value }),
  })
  return (
    <Field label={text.birth} group id={yearId} error={error} {...(helper !== undefined && { helper })}>
      <div className={styles.birth} {...(onLeave && { onBlur: whenLeft(onLeave) })}>
        <Select {...part('year')} aria-label={text.year} autoComplete="bday-year">
          <option value="">{text.year}</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {text.yearOf(year, eraOfYear(year))}
            </option>
          ))}
        </Select>
        <Select {...part('month')} id={`${yearId}-month`} aria-label={text.month} autoComplete="bday-month">
          <option value="">{text.month}</option>
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {text.monthOf(index + 1)}
            </option>
          ))}
        </Select>
        <Select {...part('day')} id={`${yearId}-day`} aria-label={text.day} autoComplete="bday-day">
          <option value="">{text.day}</option>
          {Array.from({ length: 31 }, (_, index) => (
            <option key={index} value={index + 1}>
              {text.dayOf(index + 1)}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  )
}
