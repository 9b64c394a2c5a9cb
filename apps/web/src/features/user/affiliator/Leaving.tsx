import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { detailDate } from '../../../lib/dates.ts'
import { AppLink } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { legalQuery, refetch } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { text } from './text.ts'
import { isNews, welcome } from './use-affiliator-room.ts'
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
  const { auth } = useSession()
  const legal = useQuery(legalQuery('affiliator'))
  const toast = useToast()
  const isOnline = useOnline()
  const [agrees, setAgrees] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (auth === null) return null
  const userId = auth.id
  const version = legal.data?.version

  async function resume(): Promise<void> {
    if (version === undefined) return
    setBusy(true)
    setProblem(null)
    try {
      await call('affiliates.become', { body: { user_id: userId, terms_version: version } })
      if (isNews(text.joined)) toast({ message: text.joined, kind: 'ok' })
      await welcome()
    } catch (failure) {
      // A newer version of the terms came into force meanwhile: it has to be read first.
      if (failure instanceof ApiError && failure.code === 'CONFLICT') {
        setAgrees(false)
        await legal.refetch()
      }
      isNews(messageOf(failure))
      setProblem(messageOf(failure))
      setBusy(false)
    }
  }

  return (
    <Card padded>
      <h2 className={styles.title}>{text.leftTitle}</h2>
      <p className={styles.note}>{text.leftBody(detailDate(since))}</p>
      {legal.data === undefined && !legal.isError ? (
        <Skeleton height={120} />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (agrees && !isBusy) void resume()
          }}
        >
          <AppLink className={styles.termsLink} to={paths.legal('affiliator')}>
            {text.terms}
          </AppLink>
          <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
            {text.agree}
          </Checkbox>
          {(problem ?? legal.error) !== null && (
            <p role="alert" className={styles.problem}>
              {problem ?? messageOf(legal.error)}
            </p>
          )}
          <Button
            type="submit"
            variant="secondary"
            block
            busy={isBusy}
            disabled={!agrees || !isOnline || version === undefined}
          >
            {isOnline ? text.resume : text.offline}
          </Button>
        </form>
      )}
    </Card>
  )
}
