import { Button } from '@shirogane/ui/Button'
import { Countdown } from '@shirogane/ui/Countdown'
import { CodeCard } from '@shirogane/ui/CodeStage'
import { Sheet } from '@shirogane/ui/Sheet'
import { Spinner } from '@shirogane/ui/Spinner'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { useSecondsUntil } from '../../../lib/countdown.ts'
import { inFours } from '../../../lib/money.ts'
import { qrPath } from '../../../lib/qr-code.ts'
import { text } from './text.ts'
import styles from './register.module.css'

type Code = { token: string; code: string; ttl: number; ends: number }

/** The quiet zone that the standard asks for around a QR code, in modules. */
const quiet = 4

type Props = {
  onClose: () => void
  title?: string
  how?: string
  label?: string
  /** Asks for the next code. */
  onIssue?: () => Promise<{ token: string; code: string; ttl: number }>
}

/** A code for the staff of a shop, who look at papers there. It pays nothing. */
export function CounterSheet({
  onClose,
  title = text.counterTitle,
  how = text.counterHow,
  label = text.counterCode,
  onIssue = () => call('users.token', { body: {} }),
}: Props) {
  const [code, setCode] = useState<Code | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const left = useSecondsUntil(code?.ends ?? 0)
  const needsOne = problem === null && left < 1

  const issue = useEffectEvent(async () => {
    try {
      const issued = await onIssue()
      setCode({ ...issued, ends: Date.now() + issued.ttl * 1000 })
      setProblem(null)
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  useEffect(() => {
    if (needsOne) void issue()
  }, [needsOne])

  return (
    <Sheet isOpen onClose={onClose} title={title} description={how}>
      <div className={styles.counter}>
        <p>{text.counterShow}</p>
        <CodeCard className={styles.counterCard} label={label}>
          {code !== null && left > 0 ? (
            <Picture token={code.token} label={label} />
          ) : problem === null ? (
            <Spinner size={24} />
          ) : (
            <div role="alert">
              <p>{text.counterFailed}</p>
              <p>{problem}</p>
              <Button variant="secondary" size="s" onClick={() => setProblem(null)}>
                {text.again}
              </Button>
            </div>
          )}
        </CodeCard>
        <p className={styles.number}>{code !== null && inFours(code.code)}</p>
        <Countdown secondsLeft={left} secondsTotal={code?.ttl ?? 300} label={text.remaining} onCode={false} />
      </div>
    </Sheet>
  )
}

function Picture({ token, label }: { token: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(token), [token])
  const side = size + 2 * quiet
  return (
    <svg
      className={styles.counterCode}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
