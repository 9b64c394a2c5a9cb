import { ButtonLink } from '@shirogane/ui/Button'
import { SuccessCheck } from '@shirogane/ui/SuccessCheck'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

export function DoneStep() {
  return (
    <div className={styles.done}>
      <SuccessCheck />
      <h1 className={styles.heading}>{text.doneHeading}</h1>
      <p>{text.doneText}</p>
      <ButtonLink block render={linkTo(paths.login())}>
        {text.login}
      </ButtonLink>
    </div>
  )
}
