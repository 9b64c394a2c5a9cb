import { useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { digitsOf, formatAmount, signOf } from './format-amount.ts'
import type { AmountSign, AmountUnit } from './format-amount.ts'
import { prefersReducedMotion } from '../layout/use-media.ts'
import { hiddenLabel, maskedFigures, yen } from './text.ts'
import styles from './Amount.module.css'

export type AmountSize = 'hero' | 'total' | 'l' | 'm' | 's' | 'row' | 'text'

type AmountProps = {
  value: number
  unit?: AmountUnit
  size?: AmountSize
  /** `always` writes a plus before money that came in. */
  sign?: AmountSign
  /** Shows a mask instead of the figures. */
  hidden?: boolean
  /** Counts from the last value to the new one, once. The first value never counts. */
  counts?: boolean
  /** Green, for money that came in: always beside its sign. */
  incoming?: boolean
  className?: string | undefined
}

const countMs = 600

/** The number to draw now: the value itself, except during the count after a change. */
function useCounted(value: number, counts: boolean): number {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    last.current = value
    if (!counts || from === value || prefersReducedMotion() || document.visibilityState === 'hidden') {
      setShown(value)
      return undefined
    }
    const start = performance.now()
    let frame = 0
    const draw = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - start) / countMs))
      const eased = 1 - (1 - t) ** 3
      setShown(t === 1 ? value : from + Math.trunc((value - from) * eased))
      if (t < 1) frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    // Frames stop while the page is in the background; the timer makes sure that the true value is what remains.
    const end = setTimeout(() => setShown(value), countMs + 50)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(end)
    }
  }, [value, counts])
  return counts ? shown : value
}

export function Amount({
  value,
  unit = yen,
  size = 'm',
  sign = 'auto',
  hidden = false,
  counts = false,
  incoming = false,
  className,
}: AmountProps) {
  const shown = useCounted(value, counts)
  const classes = classNames(styles.amount, styles[size], incoming && styles.incoming, className)
  if (hidden) {
    return (
      <span className={classes} role="img" aria-label={hiddenLabel}>
        {maskedFigures}
      </span>
    )
  }
  const figures = (
    <>
      {signOf(shown, sign)}
      {unit === '¥' && <span className={styles.mark}>¥</span>}
      {digitsOf(shown)}
      {unit !== '¥' && <span className={styles.unit}>{unit}</span>}
    </>
  )
  if (shown === value) return <span className={classes}>{figures}</span>
  return (
    <span className={classes}>
      <span aria-hidden="true">{figures}</span>
      <span className="visuallyHidden">{formatAmount(value, unit, sign)}</span>
    </span>
  )
}
