import { classNames } from '@shirogane/ui/class-names'
import type { RecordedChange } from '@shirogane/contract/resources/members/campaigns'
import { detailTime } from '../../../shared/dates/dates.ts'
import { countText } from '../../../shared/figures/figures.ts'
import { changesText as text } from './changes-text.ts'
import panes from '../lists/panes.module.css'
import styles from './Changes.module.css'

type Value = NonNullable<RecordedChange['after']>[string] | undefined

function valueText(value: Value): string {
  if (value === null || value === undefined || value === '') return text.unlimited
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number') return countText(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? detailTime(value) : value
  return Array.isArray(value) ? value.map((item) => valueText(item)).join('、') || text.unlimited : ''
}

/** Who changed what, from what, to what. */
export function Changes({
  changes,
  names,
  acts = text.acts,
}: {
  changes: readonly RecordedChange[]
  names: Readonly<Record<string, string>>
  /** What the acts are called. */
  acts?: Readonly<Record<string, string>>
}) {
  if (changes.length === 0) return null
  return (
    <section>
      <h4 className={panes.historyTitle}>{text.history}</h4>
      <ol className={classNames(panes.history, styles.history)}>
        {changes.map(({ at, by, action, before, after }) => (
          <li key={at + action}>
            <p className={panes.act}>
              <span>
                {by}：{acts[action] ?? action}
              </span>
              <time dateTime={at}>{detailTime(at)}</time>
            </p>
            {before !== null && after !== null && (
              <ul>
                {Object.keys(after).map((key) => (
                  <li key={key}>
                    {names[key] ?? key}：{valueText(before[key])} → <b>{valueText(after[key])}</b>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
