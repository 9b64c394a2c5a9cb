import type { ComponentPropsWithRef, ElementType } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Card.module.css'

type CardProps = Omit<ComponentPropsWithRef<'div'>, 'className'> & {
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol'
  /** Inner space of 16; a list of rows brings its own. */
  padded?: boolean
  /** Lies over a texture and needs the stronger shadow. */
  raised?: boolean
  className?: string | undefined
}

export function cardClass(className?: string): string {
  return classNames(styles.card, className)
}

export function Card({ as = 'div', padded = false, raised = false, className, ...rest }: CardProps) {
  const Element = as as ElementType
  return (
    <Element
      {...rest}
      className={classNames(styles.card, padded && styles.padded, raised && styles.raised, className)}
    />
  )
}
