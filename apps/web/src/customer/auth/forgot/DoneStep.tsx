import { ButtonLink } from '@shirogane/ui/actions/Button'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import type { ReactNode } from 'react'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

type Props = {
  heading: string
  lead: string
  /** The ways on; else the login. */
  children?: ReactNode
}

export function DoneStep({ heading, lead, children }: Props) {
  return (
    <div className={styles.done}>
      <SuccessCheck />
      <StepTitle as="h1" className={styles.heading}>
        {heading}
      </StepTitle>
      <p>{lead}</p>
      <div className={styles.ways}>
        {children ?? (
          <ButtonLink block render={linkTo(paths.login())}>
            {text.login}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
