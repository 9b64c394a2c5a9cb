import { useId, useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import { FieldContext } from './field-context.ts'
import { Icon } from '../../icons/Icon.tsx'
import { iconCheck, iconWarn } from '../../icons/icons.ts'
import { needText } from './text.ts'
import styles from './Field.module.css'

type FieldProps = {
  label: ReactNode
  /** Whether it must be filled in, behind the label. */
  need?: 'required' | 'optional'
  helper?: ReactNode
  error?: ReactNode
  /** A look-up that came out well, such as a free user name. */
  ok?: ReactNode
  /** Fixes the id of the input, so that an error summary can link to it. */
  id?: string
  /** Several inputs under one label: the label becomes the legend of a group. */
  group?: boolean
  children: ReactNode
  className?: string | undefined
}

export function Field({
  label,
  need,
  helper,
  error,
  ok,
  id,
  group = false,
  children,
  className,
}: FieldProps): ReactElement {
  const madeId = useId()
  const inputId = id ?? madeId
  const hasError = error !== undefined && error !== null && error !== false && error !== ''
  const hasOk = !hasError && ok !== undefined && ok !== null && ok !== false && ok !== ''
  const describedBy = [
    helper !== undefined && `${inputId}-helper`,
    (hasError || hasOk) && `${inputId}-message`,
  ]
    .filter(Boolean)
    .join(' ')
  const context = useMemo(
    () => ({
      id: inputId,
      describedBy: describedBy === '' ? undefined : describedBy,
      isInvalid: hasError,
      isRequired: need === 'required',
      isOk: hasOk,
    }),
    [inputId, describedBy, hasError, need, hasOk],
  )
  const head = (
    <>
      {label}
      {need !== undefined && <span className={classNames(styles.need, styles[need])}>{needText[need]}</span>}
    </>
  )
  const rest = (
    <>
      {helper !== undefined && (
        <p id={`${inputId}-helper`} className={styles.helper}>
          {helper}
        </p>
      )}
      {children}
      {(hasError || hasOk) && (
        <p
          id={`${inputId}-message`}
          className={classNames(styles.message, hasError ? styles.bad : styles.ok)}
        >
          <Icon shape={hasError ? iconWarn : iconCheck} size={16} className={styles.messageIcon ?? ''} />
          {hasError ? error : ok}
        </p>
      )}
    </>
  )
  return (
    <FieldContext value={context}>
      {group ? (
        <fieldset className={className} aria-describedby={context.describedBy}>
          <legend className={styles.label}>{head}</legend>
          {rest}
        </fieldset>
      ) : (
        <div className={className}>
          <label className={styles.label} htmlFor={inputId}>
            {head}
          </label>
          {rest}
        </div>
      )}
    </FieldContext>
  )
}
