import type { Confirmation } from '@shirogane/contract/confirmations'
import { limits } from '@shirogane/contract/limits'
import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Countdown } from '@shirogane/ui/Countdown'
import { Pair, Pairs } from '@shirogane/ui/Pairs'
import { Problem } from '@shirogane/ui/Problem'
import { Sheet } from '@shirogane/ui/Sheet'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { useSecondsUntil } from '../../lib/countdown.ts'
import { yenText } from '../../lib/money.ts'
import { canUsePasskeys, signChallenge } from '../../lib/passkeys.ts'
import { refetch, stepUpMethodsQuery } from '../../lib/queries.ts'
import { useStepUp } from '../../lib/step-up.tsx'
import { text } from './text.ts'
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
  const { id, store, total, balance, points } = asked
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
      const subject = { ref: id, name: text.subject(store.name, yenText(total)) }
      if ((await withStepUp('pay', say, subject)) === null) return
      toast(decision === 'approve' ? { message: text.agreed, kind: 'ok' } : { message: text.declined })
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
        title={text.title}
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
                {text.decline}
              </Button>
              <Button
                busy={busy === 'approve'}
                disabled={busy !== null}
                onClick={() => void answer('approve')}
              >
                {text.pay}
              </Button>
            </div>
          )
        }
      >
        <div className={styles.body}>
          <p className={styles.amount}>
            <Amount value={total} unit="円" size="hero" />
          </p>
          <Pairs strong>
            <Pair label={text.store}>{store.name}</Pair>
            {balance > 0 && (
              <Pair label={text.balance}>
                <Amount value={balance} size="text" />
              </Pair>
            )}
            {points > 0 && (
              <Pair label={text.points}>
                <Amount value={points} unit="pt" size="text" />
              </Pair>
            )}
          </Pairs>
          {isOver ? (
            <p className={styles.over} role="alert">
              {left === 0 ? text.late : text.ended}
            </p>
          ) : (
            <>
              <Countdown
                secondsLeft={left}
                secondsTotal={limits.confirmSeconds}
                label={text.left}
                onCode={false}
              />
              <p className={styles.note}>{text.note}</p>
              <Problem message={problem} />
            </>
          )}
        </div>
      </Sheet>
      {stepUpSheet}
    </>
  )
}
