import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Seal } from '@shirogane/ui/icons/Seal'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useRef, useState } from 'react'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { logout, sessionState } from '../../shell/session/session.ts'
import { text } from './text.ts'
import styles from './LogoutScreen.module.css'

/** Opening this page is the log-out; the menus ask before they lead here. */
export default function LogoutScreen() {
  const [isDone, setDone] = useState(() => sessionState().status !== 'signed_in')
  const isStarted = useRef(isDone)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void logout().finally(() => setDone(true))
  }, [])
  return (
    <div className={styles.middle}>
      <Seal size={64} />
      <div role="status">
        <h1 className={styles.title}>
          {!isDone && <Spinner size={20} />}
          {isDone ? text.logoutDone : text.logoutBusy}
        </h1>
      </div>
      {isDone && (
        <div className={styles.buttons}>
          <ButtonLink block render={linkTo(paths.login())}>
            {text.loginAgain}
          </ButtonLink>
          <ButtonLink block variant="secondary" render={linkTo(paths.home())}>
            {text.home}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
