import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailDate } from '../../../shared/dates/dates.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { AgreeForm } from './AgreeForm.tsx'
import { text } from './text.ts'
import styles from './affiliator.module.css'

/** The way out, which asks once more and says what becomes of the rewards. */
export function LeaveButton() {
  const toast = useToast()
  const isOnline = useOnline()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function leave(): Promise<void> {
    setAsks(false)
    setBusy(true)
    try {
      await call('affiliates.leave')
      toast({ message: text.hasLeft, kind: 'ok' })
      refetch('affiliates.show', 'notifications.count')
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
    setBusy(false)
  }

  return (
    <div className={styles.leave}>
      <Button variant="quiet" size="s" busy={isBusy} disabled={!isOnline} onClick={() => setAsks(true)}>
        {text.leave}
      </Button>
      <AlertDialog
        isOpen={asks}
        title={text.leaveTitle}
        confirmLabel={text.leaveYes}
        cancelLabel={text.leaveNo}
        onConfirm={() => void leave()}
        onCancel={() => setAsks(false)}
      >
        {text.leaveBody}
      </AlertDialog>
    </div>
  )
}

/** Where the link stood: what holds since they left, and the way back by the terms in force. */
export function HasLeft({ since }: { since: string }) {
  return (
    <Card padded>
      <h2 className={styles.title}>{text.leftTitle}</h2>
      <p className={styles.note}>{text.leftBody(detailDate(since))}</p>
      <AgreeForm label={text.resume} isQuiet />
    </Card>
  )
}
