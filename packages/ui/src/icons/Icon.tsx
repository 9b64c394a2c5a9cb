import type { IconShape } from './icon-shape.ts'
import styles from './Icon.module.css'

export type { IconShape }

/**
 * Icons are path strings in tree-shaken modules, not a sprite: a sprite is one more request before the first picture is
 * whole, pops in late and draws nothing offline until the worker has it. The ones home shows cost about 1 kB compressed.
 * The box has its size before any style sheet arrives, so nothing moves.
 */
export function Icon({
  shape,
  size = 24,
  label,
  className,
}: {
  shape: IconShape
  size?: 16 | 18 | 20 | 24 | 30
  label?: string
  className?: string
}) {
  return (
    <svg
      className={className === undefined ? styles.icon : `${styles.icon ?? ''} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={shape} />
    </svg>
  )
}
