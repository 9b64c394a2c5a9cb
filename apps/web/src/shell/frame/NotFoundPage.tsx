import { ButtonLink } from '@shirogane/ui/actions/Button'
import { iconHome } from '@shirogane/ui/icons/icons'
import { useEffect } from 'react'
import { linkTo, usePathname } from '../navigation/navigation.tsx'
import { paths } from '../navigation/paths.ts'
import { useSession, whoIs } from '../session/session.ts'
import { MainLayout } from './layouts/MainLayout.tsx'
import { RollingRing } from './RollingRing.tsx'
import { lazyText } from './lazy-text.ts'
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
          {lazyText.notFoundEnglish}
        </p>
        <p className={styles.body}>{lazyText.notFoundBody}</p>
        <ButtonLink
          icon={iconHome}
          className={styles.button}
          render={linkTo(isStaffArea ? paths.admin() : paths.home())}
        >
          {isStaffArea ? lazyText.backAdmin : lazyText.backHome}
        </ButtonLink>
      </div>
    </MainLayout>
  )
}
