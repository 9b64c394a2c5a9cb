import { Icon } from '@shirogane/ui/icons/Icon'
import { iconBank, iconCard, iconHistory, iconInvite } from '@shirogane/ui/icons/icons'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './QuickActions.module.css'

const actions = [
  { label: text.quick.history, icon: iconHistory, to: paths.transactions() },
  { label: text.quick.invite, icon: iconInvite, to: paths.affiliator() },
  { label: text.quick.payment, icon: iconCard, to: paths.paymentMethods() },
  { label: text.quick.payout, icon: iconBank, to: paths.payoutMethods() },
]

export function QuickActions() {
  return (
    <nav className={styles.actions} aria-label={text.quick.label}>
      {actions.map(({ label, icon, to }) => (
        <AppLink key={to} to={to} className={styles.action}>
          <span className={styles.tile}>
            <Icon shape={icon} />
          </span>
          {label}
        </AppLink>
      ))}
    </nav>
  )
}
