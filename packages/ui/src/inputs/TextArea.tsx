import type { ComponentPropsWithRef, ReactElement } from 'react'
import { useFieldProps } from './form/field-context.ts'
import { formatAmount } from '../data/format-amount.ts'
import { inputBoxClass } from './form/TextInput.tsx'
import inputStyles from './form/TextInput.module.css'
import styles from './TextArea.module.css'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'className'> & {
  /** Characters that are in it, and the most there may be: shown under the box. */
  count?: number
  max?: number
}

/** Grows with what is written in it, where the browser can. */
export function TextArea({ count, max, rows = 5, ...rest }: TextAreaProps): ReactElement {
  const field = useFieldProps(rest)
  const isOver = count !== undefined && max !== undefined && count > max
  return (
    <>
      <span className={inputBoxClass('m', styles.box)}>
        <textarea
          rows={rows}
          {...rest}
          {...field}
          className={`${inputStyles.input ?? ''} ${styles.area ?? ''}`}
        />
      </span>
      {count !== undefined && max !== undefined && (
        <span className={isOver ? `${styles.count ?? ''} ${styles.over ?? ''}` : styles.count}>
          {formatAmount(count, '')}/{formatAmount(max, '')}
        </span>
      )}
    </>
  )
}
