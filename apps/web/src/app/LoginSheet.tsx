import { ButtonLink } from '@shirogane/ui/Button'
import { Sheet } from '@shirogane/ui/Sheet'
import { linkTo, usePathname } from '../lib/navigation.tsx'
import { paths } from '../lib/paths.ts'
import { laterText as text } from './later-text.ts'
import styles from './LoginSheet.module.css'

/** Asked of a guest who touched something that only members have. */
export function LoginSheet({ onClose }: { onClose: () => void }) {
  const pathname = usePathname()
  return (
    <Sheet isOpen onClose={onClose} title={text.loginNeeded}>
      <div className={styles.buttons}>
        <ButtonLink block render={linkTo(paths.login(pathname))}>
          {text.login}
        </ButtonLink>
        <ButtonLink block variant="secondary" render={linkTo(paths.register())}>
          {text.register}
        </ButtonLink>
      </div>
    </Sheet>
  )
}
