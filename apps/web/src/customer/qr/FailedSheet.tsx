import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useEffect } from 'react'
import { yenText } from '../../shared/money/money.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { failedText } from './failed-text.ts'
import { payCode } from './code/pay-code.ts'
import { text } from './code/text.ts'
import { useRefused } from './use-refused.ts'
import styles from './FailedSheet.module.css'

/** The register could not take the payment. Nothing has moved, and the next try may come with the sheet still open. */
export function FailedSheet({ onClose }: { onClose: () => void }) {
  const refused = useRefused()
  const { event_id, code, shortage = null, code_held = true } = refused ?? {}
  const isShort = code === 'INSUFFICIENT_BALANCE'

  // Each refusal gets its own code, unless the register can only try again with the one that is shown.
  useEffect(() => {
    if (code_held) void payCode.renew()
    refetch('users.wallet')
  }, [event_id, code_held])

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={failedText.title}
      footer={
        isShort ? (
          // What is missing now is missing no more after the charge: the way back does not lead here.
          <ButtonLink block render={(link) => <AppLink to={paths.buy()} replace {...link} />}>
            {text.charge}
          </ButtonLink>
        ) : (
          <Button block onClick={onClose}>
            {text.close}
          </Button>
        )
      }
    >
      <p className={styles.body} role="status">
        {isShort ? failedText.short : failedText.askStaff}
        {isShort && shortage !== null && (
          <span className={styles.missing}>{failedText.missing(yenText(shortage))}</span>
        )}
      </p>
    </Sheet>
  )
}
