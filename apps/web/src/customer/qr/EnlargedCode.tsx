import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { classNames } from '@shirogane/ui/class-names'
import { useEffect, useState } from 'react'
import { useOnline } from '../../shell/realtime/connection.ts'
import { inFours } from '../../shared/money/money.ts'
import { useBack } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { Barcode, QrCode } from './Codes.tsx'
import { NoCode } from './NoCode.tsx'
import { text } from './code/text.ts'
import { usePayScreen } from './use-pay-screen.ts'
import { useResultPoll } from './use-result-poll.ts'
import styles from './EnlargedCode.module.css'

function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))
  useEffect(() => {
    const read = () => setSize({ width: window.innerWidth, height: window.innerHeight })
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [])
  return size
}

/** One code as large as the screen allows. On an upright phone the bars lie along its long side. */
export function EnlargedCode({ kind }: { kind: 'qr' | 'barcode' }) {
  const { code, since, secondsLeft, isIssuing, error } = usePayScreen()
  const isOnline = useOnline()
  const back = useBack()
  const { width, height } = useWindowSize()
  useResultPoll(code === null ? null : since)
  const isTurned = kind === 'barcode' && height > width
  const room = height - 200
  return (
    <div className={styles.page}>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <div className={classNames(styles.place, isTurned && styles.turned)}>
        {code === null ? (
          <NoCode isIssuing={isIssuing} isOffline={!isOnline || error?.isNetwork === true} error={error} />
        ) : kind === 'qr' ? (
          <>
            <QrCode token={code.token} width={Math.min(width, room)} />
            <p className={styles.number}>{inFours(code.code)}</p>
          </>
        ) : (
          <div className={styles.bars}>
            <Barcode
              digits={code.code}
              width={Math.min(isTurned ? room : width, 900)}
              height={Math.min(160, width * 0.42)}
            />
            <p className={styles.number}>{inFours(code.code)}</p>
          </div>
        )}
      </div>
      <div className={styles.foot}>
        <Countdown
          secondsLeft={code === null ? 0 : secondsLeft}
          secondsTotal={code?.ttl ?? 300}
          label={text.remaining}
        />
        <Button variant="secondary" block className={styles.close} onClick={() => back(paths.qr())}>
          {text.close}
        </Button>
      </div>
    </div>
  )
}
