import type { Confirmation } from '@shirogane/contract/resources/sales/confirmations'
import { limits } from '@shirogane/contract/rules/limits'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'
import { Problem } from '@shirogane/ui/states/Problem'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useSecondsUntil } from '../../shared/dates/countdown.ts'
import { shortDate } from '../../shared/dates/dates.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { canUsePasskeys, signChallenge } from '../../shell/session/passkeys.ts'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch, stepUpMethodsQuery } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import styles from './confirmation.module.css'

type ConfirmSheetProps = {
  asked: Confirmation
  until: number
  /** Whether the server still waits for an answer. */
  isWaiting: boolean
  onEnd: () => void
}

/** What the customer sees is what they pay: shop, amount and what leaves them, with a yes that takes the phone's lock. */
export function ConfirmSheet({ asked, until, isWaiting, onEnd }: ConfirmSheetProps) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const { data } = useQuery({ ...stepUpMethodsQuery('pay'), staleTime: 0, gcTime: 0 })
  const left = useSecondsUntil(until)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null)
  const { id, store, total, balance, points, later, due_on, receiver } = asked
  const isMove = asked.kind === 'move'
  const words = isMove ? text.move : text.payment
  const isOver = busy === null && (left === 0 || !isWaiting)

  async function answer(decision: 'approve' | 'decline'): Promise<void> {
    setBusy(decision)
    setProblem(null)
    const say = () => call('transactions.confirm', { params: { id }, body: { decision } })
    try {
      // With a passkey the button opens the device's own lock at once; everything else is asked for by the sheet.
      if (decision === 'approve' && data?.methods.includes('passkey') && canUsePasskeys()) {
        const credential = await signChallenge()
        if (credential !== null)
          await call('auth.stepUp', { body: { method: 'passkey', purpose: 'pay', ref: id, credential } })
      }
      const subject = { ref: id, name: text.subject(store.name, isMove ? pointsText(total) : yenText(total)) }
      if ((await withStepUp('pay', say, subject)) === null) return
      toast(decision === 'approve' ? { message: words.agreed, kind: 'ok' } : { message: words.declined })
      onEnd()
      refetch('transactions.confirmation')
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <Sheet
        isOpen
        required
        onClose={onEnd}
        title={words.title}
        footer={
          isOver ? (
            <Button block onClick={onEnd}>
              {text.close}
            </Button>
          ) : (
            <div className={styles.buttons}>
              <Button
                variant="secondary"
                busy={busy === 'decline'}
                disabled={busy !== null}
                onClick={() => void answer('decline')}
              >
                {words.decline}
              </Button>
              <Button
                busy={busy === 'approve'}
                disabled={busy !== null}
                onClick={() => void answer('approve')}
              >
                {later > 0 ? text.defer : words.agree}
              </Button>
            </div>
          )
        }
      >
        <div className={styles.body}>
          <p className={styles.amount}>
            <Amount value={total} unit={isMove ? 'pt' : yen} size="hero" />
          </p>
          <Pairs strong>
            <Pair label={text.store}>{store.name}</Pair>
            {isMove && <Pair label={text.receiver}>{text.to(receiver ?? '')}</Pair>}
            {balance > 0 && (
              <Pair label={text.balance}>
                <Amount value={balance} size="text" />
              </Pair>
            )}
            {points > 0 && !isMove && (
              <Pair label={text.points}>
                <Amount value={points} unit="pt" size="text" />
              </Pair>
            )}
            {later > 0 && due_on !== null && (
              <>
                <Pair label={text.deferred}>
                  <Amount value={later} size="text" />
                </Pair>
                <Pair label={text.dueOn}>{shortDate(due_on)}</Pair>
              </>
            )}
          </Pairs>
          {later > 0 && (
            <p className={styles.note}>
              {text.terms}
              <a
                className={styles.terms}
                href={paths.legal('later')}
                target="_blank"
                rel="noopener noreferrer"
              >
                {text.termsLink}
              </a>
            </p>
          )}
          {isOver ? (
            <p className={styles.over} role="alert">
              {left === 0 ? words.late : words.ended}
            </p>
          ) : (
            <>
              <Countdown
                secondsLeft={left}
                secondsTotal={limits.confirmSeconds}
                label={text.left}
                onCode={false}
              />
              <p className={styles.note}>{words.note}</p>
              <Problem message={problem} />
            </>
          )}
        </div>
      </Sheet>
      {stepUpSheet}
    </>
  )
}
