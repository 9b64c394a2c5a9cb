import type { ComponentPropsWithRef, ReactElement } from 'react'
import { useFieldProps } from './form/field-context.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconChevd } from '../icons/icons-lazy.ts'
import { inputBoxClass } from './form/TextInput.tsx'
import styles from './Select.module.css'
import inputStyles from './form/TextInput.module.css'

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'size' | 'className'> & { size?: 'm' | 's' }

/** The reader's own list under our field: the wheel of a phone and the type-ahead of a computer come for free. */
export function Select({ size, children, ...rest }: SelectProps): ReactElement {
  const field = useFieldProps(rest)
  return (
    <span className={inputBoxClass(size, styles.box)}>
      <select {...rest} {...field} className={`${inputStyles.input ?? ''} ${styles.select ?? ''}`}>
        {children}
      </select>
      <Icon shape={iconChevd} size={20} className={styles.chevron ?? ''} />
    </span>
  )
}
