import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Plate.module.css'

type PlateProps = Omit<ComponentPropsWithRef<'section'>, 'className'> & {
  /** A highlight crosses the plate once, when it is first painted. */
  sheen?: boolean
  /** A plate among other cards, as on the register: radius 18 and a shorter shadow. */
  low?: boolean
  className?: string | undefined
}

/**
 * The polished object that carries money: one per screen. The hammer marks are a masked background rather than an image
 * element, because only the style sheet knows the theme; so only the picture of that theme is fetched, with no script.
 */
export function Plate({ sheen = false, low = false, className, children, ...rest }: PlateProps) {
  return (
    <section {...rest} className={classNames(styles.plate, low && styles.low, className)}>
      <span className={styles.texture} aria-hidden="true" />
      {sheen && <span className={styles.sheen} aria-hidden="true" />}
      {children}
    </section>
  )
}
