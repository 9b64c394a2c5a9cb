import { AppLink } from '../../shell/navigation/navigation.tsx'
import { text } from './text.ts'
import styles from './kyc.module.css'

type Props = { label: string; value: string | null; edit: string | null }

/** One thing that is on record, and the way to correct it where its owner may. */
export function RecordRow({ label, value, edit }: Props) {
  return (
    <div className={styles.record}>
      <dt>{label}</dt>
      <dd className={value === null ? styles.missing : undefined}>{value ?? text.missing}</dd>
      {edit !== null && (
        <dd className={styles.recordEdit}>
          <AppLink to={edit} className={styles.edit}>
            <span className="visuallyHidden">{label}</span>
            {value === null ? text.add : text.edit}
          </AppLink>
        </dd>
      )}
    </div>
  )
}
