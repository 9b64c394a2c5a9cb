import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import type { RenderLink } from '../actions/render-link.ts'
import styles from './Row.module.css'

/** neutral: money out; ok: money in; accent: refund or transfer; warn: unpaid. */
export type RowTone = 'neutral' | 'ok' | 'accent' | 'warn'

type RowProps = {
  icon?: IconShape
  /** Stands in the place of the icon tile: an avatar, a picture of an article. */
  picture?: ReactNode
  tone?: RowTone
  title: ReactNode
  /** A small chip behind the title. */
  badge?: ReactNode
  /** The second line, in the smallest running text. */
  meta?: ReactNode
  /** The right column: an Amount of size `row`, or a short text. */
  end?: ReactNode
  /** Under the right column, for points. */
  endMeta?: ReactNode
  className?: string | undefined
  /** Makes the whole row one link or button. Without it the row only shows. */
  render?: RenderLink
}

export function Row({
  icon,
  picture,
  tone = 'neutral',
  title,
  badge,
  meta,
  end,
  endMeta,
  className,
  render,
}: RowProps): ReactElement {
  const inside = (
    <>
      {picture ?? (icon !== undefined && <Tile icon={icon} tone={tone} />)}
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.title}>{title}</span>
          {badge}
        </span>
        {meta !== undefined && <span className={styles.meta}>{meta}</span>}
      </span>
      {end !== undefined && (
        <span className={styles.end}>
          {end}
          {endMeta !== undefined && <span className={styles.endMeta}>{endMeta}</span>}
        </span>
      )}
    </>
  )
  const classes = classNames(styles.row, render && styles.link, className)
  return render ? render({ className: classes, children: inside }) : <div className={classes}>{inside}</div>
}

export function Tile({ icon, tone = 'neutral' }: { icon: IconShape; tone?: RowTone }) {
  return (
    <span className={classNames(styles.tile, styles[tone])}>
      <Icon shape={icon} size={20} />
    </span>
  )
}
