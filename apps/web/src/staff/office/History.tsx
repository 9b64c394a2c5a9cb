import type { RecordedChange } from '@shirogane/contract/resources/members/campaigns'
import { detailTime } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

type Value = NonNullable<RecordedChange['after']>[string] | undefined

function plainText(value: Value): string {
  if (value === null || value === undefined || value === '') return text.empty
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (typeof value === 'number') return countText(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? detailTime(value) : value
  return Array.isArray(value) ? value.map((one) => plainText(one)).join('、') : ''
}

/** Who changed what, from what, to what; the newest first. */
export function History({
  changes,
  nameOf,
  show = (_key, value) => plainText(value),
}: {
  changes: readonly RecordedChange[]
  nameOf: (key: string) => string
  show?: (key: string, value: Value) => string
}) {
  if (changes.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.history}</h3>
      <ol className={styles.rows}>
        {changes.map(({ at, by, action, before, after }) => (
          <li key={at + action}>
            <p className={panes.act}>
              <span>
                {by}：{(text.acts as Readonly<Record<string, string>>)[action] ?? action}
              </span>
              <time dateTime={at}>{detailTime(at)}</time>
            </p>
            {after !== null && (
              <ul>
                {Object.keys(after).map((key) => (
                  <li key={key}>
                    {nameOf(key)}：{before !== null && `${show(key, before[key])} → `}
                    <b>{show(key, after[key])}</b>
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
