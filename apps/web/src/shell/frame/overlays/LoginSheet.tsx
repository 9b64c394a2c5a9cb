import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { linkTo, usePathname } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { lazyText as text } from '../lazy-text.ts'
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
