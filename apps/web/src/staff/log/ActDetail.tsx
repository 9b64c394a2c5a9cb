import type { RecordedAct } from '@shirogane/contract/resources/brand/log'
import { detailTime } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { Pane } from '../shared/lists/Panes.tsx'
import { nameOf, text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './log.module.css'

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return text.none
  if (typeof value === 'number') return countText(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One act with everything that is on record of it: how it was, and how it is. */
export function ActDetail({ act, onClose }: { act: RecordedAct; onClose: () => void }) {
  const keys = [...new Set([...Object.keys(act.before ?? {}), ...Object.keys(act.after ?? {})])]
  const hasBefore = act.before !== null
  return (
    <Pane label={text.title} onClose={onClose}>
      <header className={panes.detailHead}>
        <h3 className={panes.name}>{nameOf(act.action)}</h3>
      </header>
      <dl className={panes.facts}>
        <dt>{text.at}</dt>
        <dd>{detailTime(act.at)}</dd>
        <dt>{text.by}</dt>
        <dd>
          {act.by.name} <span className="figures">{act.by.number}</span>
        </dd>
        <dt>{text.store}</dt>
        <dd>{act.store_name ?? text.none}</dd>
        <dt>{text.subject}</dt>
        <dd>{act.subject ?? text.none}</dd>
        {act.note !== '' && (
          <>
            <dt>{text.reason}</dt>
            <dd>{act.note}</dd>
          </>
        )}
        {act.request_id !== '' && (
          <>
            <dt>{text.request}</dt>
            <dd className="figures">{act.request_id}</dd>
          </>
        )}
      </dl>
      {keys.length > 0 && (
        <table className={styles.changes}>
          <caption className="visuallyHidden">{text.changes}</caption>
          <thead>
            <tr>
              <th scope="col">{text.item}</th>
              {hasBefore && <th scope="col">{text.before}</th>}
              <th scope="col">{hasBefore ? text.after : text.changes}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">{text.fields[key] ?? key}</th>
                {hasBefore && <td>{shown(act.before?.[key])}</td>}
                <td>{shown(act.after?.[key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Pane>
  )
}
