import { ButtonLink } from '@shirogane/ui/Button'
import { iconHome } from '@shirogane/ui/icons'
import { useEffect } from 'react'
import { linkTo, usePathname } from '../lib/navigation.tsx'
import { paths } from '../lib/paths.ts'
import { useSession, whoIs } from '../lib/session.ts'
import { MainLayout } from './layouts/MainLayout.tsx'
import { RollingRing } from './RollingRing.tsx'
import { laterText } from './later-text.ts'
import { text } from './text.ts'
import styles from './system.module.css'

export function NotFoundPage() {
  const pathname = usePathname()
  const session = useSession()
  const isStaffArea = pathname.startsWith('/admin') && whoIs(session) === 'staff'
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
  return (
    <MainLayout>
      <div className={styles.middle}>
        <RollingRing />
        <p className={styles.code}>404</p>
        <h1 className={styles.title}>{text.notFoundTitle}</h1>
        <p className={styles.english} lang="en">
          {laterText.notFoundEnglish}
        </p>
        <p className={styles.body}>{laterText.notFoundBody}</p>
        <ButtonLink
          icon={iconHome}
          className={styles.button}
          render={linkTo(isStaffArea ? paths.admin() : paths.home())}
        >
          {isStaffArea ? laterText.backAdmin : laterText.backHome}
        </ButtonLink>
      </div>
    </MainLayout>
  )
}
