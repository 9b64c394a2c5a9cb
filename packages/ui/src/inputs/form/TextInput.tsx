import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import { useFieldIsOk, useFieldProps } from './field-context.ts'
import { Icon } from '../../icons/Icon.tsx'
import type { IconShape } from '../../icons/Icon.tsx'
import { iconCheck } from '../../icons/icons.ts'
import styles from './TextInput.module.css'

type TextInputProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'className'> & {
  /** `s` is the height of staff screens. */
  size?: 'm' | 's'
  icon?: IconShape
  /** Stands inside the box at its end: a unit, a key, a button of 44. */
  trailing?: ReactNode
  className?: string | undefined
}

/** Without an end a browser takes years of six figures, which are no dates anywhere else. */
const lastOf: Readonly<Record<string, string>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' }

export function inputBoxClass(size: 'm' | 's' = 'm', className?: string): string {
  return classNames(styles.box, size === 's' && styles.small, className)
}

export function TextInput({ size, icon, trailing, className, ...rest }: TextInputProps): ReactElement {
  const field = useFieldProps(rest)
  const isOk = useFieldIsOk()
  return (
    <span className={inputBoxClass(size, className)}>
      {icon !== undefined && <Icon shape={icon} size={20} className={styles.lead ?? ''} />}
      <input
        type="text"
        {...rest}
        max={rest.max ?? lastOf[rest.type ?? 'text']}
        {...field}
        className={styles.input}
      />
      {isOk && <Icon shape={iconCheck} size={20} className={styles.ok ?? ''} />}
      {trailing}
    </span>
  )
}
