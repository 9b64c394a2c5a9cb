import type { ComponentPropsWithRef, ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ChoiceButton.module.css'

/** A quick amount above the keypad: the exact one, ¥23,000, ¥30,000. */
export function ChoiceButton({
  isChosen = false,
  className,
  type = 'button',
  ...rest
}: ComponentPropsWithRef<'button'> & { isChosen?: boolean }): ReactElement {
  return (
    <button
      {...rest}
      type={type}
      aria-pressed={isChosen}
      className={classNames(styles.choice, isChosen && styles.chosen, className)}
    />
  )
}
