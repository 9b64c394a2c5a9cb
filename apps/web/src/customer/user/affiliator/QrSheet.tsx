import { Button } from '@shirogane/ui/actions/Button'
import { CodeCard, CodeStage } from '@shirogane/ui/data/code/CodeStage'
import { iconDownload, iconShare } from '@shirogane/ui/icons/icons-lazy'
import { Seal } from '@shirogane/ui/icons/Seal'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { qrPath } from '../../../shared/qr-code/qr-code.ts'
import { useSession } from '../../../shell/session/session.ts'
import { useWakeLock } from '../../../shared/device/use-wake-lock.ts'
import { cardImage } from './card-image.ts'
import { useBrandName, useShare } from './share.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

const quietZone = 4

/** The link as a picture to hold out, to save and to send on. It says what it is: an advertisement. */
export function QrSheet({ code, url, onClose }: { code: string; url: string; onClose: () => void }) {
  const { auth } = useSession()
  const brand = useBrandName()
  const toast = useToast()
  const { message, share } = useShare(url)
  const [isBusy, setBusy] = useState(false)
  useWakeLock()
  const name = auth?.username ?? ''
  const { size, path } = qrPath(url)
  const room = size + quietZone * 2

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const image = await cardImage({ url, code, name, title: text.invitedTo(brand), pr: text.pr })
      const address = URL.createObjectURL(image)
      const link = document.createElement('a')
      link.href = address
      link.download = text.fileName(code)
      link.click()
      // The browser has taken the picture once the click is through its queue.
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
      toast(text.saved)
    } catch {
      toast({ message: text.notSaved, kind: 'error', duration: 5_000 })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.qrTitle}
      footer={
        <div className={styles.sheetButtons}>
          <Button variant="secondary" icon={iconDownload} busy={isBusy} onClick={save}>
            {text.saveImage}
          </Button>
          <Button icon={iconShare} disabled={message === null} onClick={share}>
            {text.shareLink}
          </Button>
        </div>
      }
    >
      <CodeStage className={styles.qrStage}>
        <div className={styles.qrHead}>
          <Seal size={32} />
          <span className={styles.qrNames}>
            <span>
              {text.pr} {text.invitedTo(brand)}
            </span>
            <b>@{name}</b>
          </span>
        </div>
        <CodeCard className={styles.qrCard}>
          <svg
            className={styles.qr}
            viewBox={`${String(-quietZone)} ${String(-quietZone)} ${String(room)} ${String(room)}`}
            role="img"
            aria-label={text.qrAlt(code)}
            shapeRendering="crispEdges"
          >
            <path d={path} />
          </svg>
          <span className={styles.qrCode}>{code}</span>
        </CodeCard>
      </CodeStage>
      <p className={styles.note}>{text.promotion}</p>
    </Sheet>
  )
}
