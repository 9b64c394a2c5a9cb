import { ButtonLink } from '@shirogane/ui/Button'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession, whoIs } from '../../lib/session.ts'
import { text } from './text.ts'
import styles from './NotReadyScreen.module.css'

/** A page of the product that is not open yet, and says so. */
export default function NotReadyScreen() {
  // An unverified member would be led from home straight back here.
  const isUnverified = whoIs(useSession()) === 'unverified'
  return (
    <div className={styles.middle}>
      <EmptyState
        picture="cloth"
        title={text.title}
        action={
          <ButtonLink variant="secondary" render={linkTo(isUnverified ? paths.logout() : paths.home())}>
            {isUnverified ? text.logout : text.home}
          </ButtonLink>
        }
      >
        {text.body}
      </EmptyState>
    </div>
  )
}
