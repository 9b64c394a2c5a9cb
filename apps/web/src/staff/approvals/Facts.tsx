import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { text } from './text.ts'
import styles from './approvals.module.css'

/** What the act says of itself, the reason, and who asked when. */
export function Facts({ approval }: { approval: Approval }) {
  const known = Object.entries(approval.subject).flatMap(([key, value]) => {
    const label = text.subjectLabels[key]
    const isPlain = typeof value === 'string' || typeof value === 'number'
    const shown = key === 'until' ? detailDate(String(value)) : String(value)
    return label !== undefined && isPlain && value !== '' ? [{ key, label, value: shown }] : []
  })
  return (
    <dl className={styles.facts}>
      {approval.member !== null && (
        <div>
          <dt>{text.member}</dt>
          <dd>{text.sama(approval.member.name)}</dd>
        </div>
      )}
      {known.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {approval.reason !== '' && (
        <div>
          <dt>{text.reason}</dt>
          <dd>{approval.reason}</dd>
        </div>
      )}
      <div>
        <dt>{text.requestedBy}</dt>
        <dd>
          {approval.requested_by.name} <span className="figures">{approval.requested_by.number}</span>
        </dd>
      </div>
      <div>
        <dt>{text.store}</dt>
        <dd>{approval.store.name}</dd>
      </div>
      <div>
        <dt>{text.at}</dt>
        <dd>{detailTime(approval.requested_at)}</dd>
      </div>
      {approval.decided_by !== null && approval.decided_at !== null && (
        <div>
          <dt>{text.decidedBy}</dt>
          <dd>
            {approval.decided_by.name}　{detailTime(approval.decided_at)}
          </dd>
        </div>
      )}
      {approval.note !== '' && (
        <div>
          <dt>{text.noteLabel}</dt>
          <dd>{approval.note}</dd>
        </div>
      )}
    </dl>
  )
}
