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

/** A code for the staff of a shop, who look at papers and verify the person there. It pays nothing. */
export function CounterSheet({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState<Code | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const left = useSecondsUntil(code?.ends ?? 0)
  const needsOne = problem === null && left < 1

  const issue = useEffectEvent(async () => {
    try {
      const issued = await call('users.token', { body: {} })
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
    <Sheet isOpen onClose={onClose} title={text.counterTitle} description={text.counterHow}>
      <div className={styles.counter}>
        <p>{text.counterShow}</p>
        <CodeCard className={styles.counterCard} label={text.counterCode}>
          {code !== null && left > 0 ? (
            <Picture token={code.token} />
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

function Picture({ token }: { token: string }) {
  const { size, path } = useMemo(() => qrPath(token), [token])
  const side = size + 2 * quiet
  return (
    <svg
      className={styles.counterCode}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={text.counterCode}
    >
      <path d={path} />
    </svg>
  )
}
