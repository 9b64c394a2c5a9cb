import { Button } from '@shirogane/ui/actions/Button'
import { CodeCard } from '@shirogane/ui/data/code/CodeStage'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useMemo } from 'react'
import type { Output } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { qrPath } from '../../shared/qr-code/qr-code.ts'
import { useCopy } from '../../shared/forms/use-copy.ts'
import { text } from './text.ts'
import styles from './staff.module.css'

/** The quiet zone that the standard asks for around a QR code, in modules. */
const quiet = 4

/** Shown once: the invited person reads it with their own phone, and no one else learns what they choose. */
export function InvitationSheet({
  invited: { staff, invitation },
  onClose,
}: {
  invited: Output<'admin.createStaff'>
  onClose: () => void
}) {
  const copy = useCopy()
  const { size, path } = useMemo(() => qrPath(invitation.url), [invitation.url])
  const side = size + 2 * quiet
  return (
    <Sheet
      isOpen
      required
      onClose={onClose}
      title={text.invitationTitle}
      description={text.invitationFor(staff.name, staff.number)}
    >
      <div className={styles.sheet}>
        <CodeCard className={styles.qrCard} label={text.invitationQr}>
          <svg
            className={styles.qr}
            viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={text.invitationQr}
          >
            <path d={path} />
          </svg>
        </CodeCard>
        <p className={styles.code}>{invitation.code}</p>
        <p className={styles.center}>{text.invitationUntil(detailTime(invitation.expires_at))}</p>
        <p>{text.invitationNote}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => copy(invitation.url)}>
            {text.copy}
          </Button>
          <Button onClick={onClose}>{text.done}</Button>
        </div>
      </div>
    </Sheet>
  )
}
