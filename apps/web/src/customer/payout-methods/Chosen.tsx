import type { BankPlace } from '@shirogane/contract/resources/members/payout-methods'
import { Card } from '@shirogane/ui/layout/Card'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type Line = { label: string; place: BankPlace; change: string }

/** What was chosen before, and the way back to choosing it. */
export function Chosen({ lines }: { lines: readonly Line[] }) {
  return (
    <Card className={styles.chosen}>
      {lines.map(({ label, place, change }) => (
        <div key={label}>
          <p>
            <span>{label}</span>
            <b>{`${place.name} (${place.code})`}</b>
          </p>
          <AppLink to={change} className={styles.change} aria-label={text.changeOf(label)}>
            {text.change}
          </AppLink>
        </div>
      ))}
    </Card>
  )
}
