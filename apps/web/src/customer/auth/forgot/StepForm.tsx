import { Button } from '@shirogane/ui/actions/Button'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { type ReactNode, useState } from 'react'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

type Props = {
  heading: string
  children: ReactNode
  submit: string
  /** The button is busy until it settles; the step that has the fields shows at them what goes wrong. */
  onSubmit: () => Promise<void>
  /** There is nothing to send yet. */
  isEmpty?: boolean
  /** Other ways on. */
  after?: ReactNode
}

/** A step that asks for something: its title, its fields, one button, and why that rests without a network. */
export function StepForm({ heading, children, submit, onSubmit, isEmpty = false, after }: Props) {
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    await onSubmit().finally(() => setBusy(false))
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void send()
      }}
    >
      <StepTitle as="h1" className={styles.heading}>
        {heading}
      </StepTitle>
      {children}
      <Button type="submit" block busy={isBusy} disabled={!isOnline || isEmpty}>
        {submit}
      </Button>
      {!isOnline && (
        <p className={styles.blocked} role="status">
          {text.offline}
        </p>
      )}
      {after}
    </form>
  )
}
