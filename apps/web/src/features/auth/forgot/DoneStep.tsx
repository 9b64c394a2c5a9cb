import { ButtonLink } from '@shirogane/ui/Button'
import { SuccessCheck } from '@shirogane/ui/SuccessCheck'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

type Props = { heading?: string; lead?: string }

export function DoneStep({ heading = text.doneHeading, lead = text.doneText }: Props) {
  return (
    <div className={styles.done}>
      <SuccessCheck />
      <h1 className={styles.heading}>{heading}</h1>
      <p>{lead}</p>
      <ButtonLink block render={linkTo(paths.login())}>
        {text.login}
      </ButtonLink>
    </div>
  )
}
