import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { CodeCard } from '@shirogane/ui/data/code/CodeStage'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { messageOf } from '../../../shell/api/api.ts'
import { useSecondsUntil } from '../../../shared/dates/countdown.ts'
import { inFours } from '../../../shared/money/money.ts'
import { qrPath } from '../../../shared/qr-code/qr-code.ts'
import { text } from './counter-sheet-text.ts'
import styles from './CounterSheet.module.css'

type Code = { token: string; code: string; ttl: number; ends: number }

/** The quiet zone that the standard asks for around a QR code, in modules. */
const quiet = 4

type Props = {
  title: string
  how: string
  /** What the picture is, for a reader who does not see it. */
  label: string
  onClose: () => void
  /** Asks for the next code. */
  onIssue: () => Promise<{ token: string; code: string; ttl: number }>
}

/** A code for the staff of a shop, who look at identity documents there. It pays nothing. */
export function CounterSheet({ title, how, label, onClose, onIssue }: Props) {
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
      <div className={styles.sheet}>
        <p>{text.show}</p>
        <CodeCard className={styles.card} label={label}>
          {code !== null && left > 0 ? (
            <Picture token={code.token} label={label} />
          ) : problem === null ? (
            <Spinner size={24} />
          ) : (
            <div role="alert">
              <p>{text.failed}</p>
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
      className={styles.code}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
