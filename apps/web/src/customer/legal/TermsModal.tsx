import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { LegalBody } from '../../shared/legal/LegalBody.tsx'
import { versionText } from '../../shared/legal/legal-version.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { legalQuery } from '../../shell/queries/queries.ts'
import { adoptUser } from '../../shell/session/session.ts'
import { termsText as text } from './terms-text.ts'
import styles from './TermsModal.module.css'

/** Nothing closes it but an answer: without an agreement no code pays. */
export function TermsModal() {
  // What changed is told of the reader's own version: an answer from before the login knows none.
  const terms = useQuery({ ...legalQuery('tos'), staleTime: 0 })
  const go = useGo()
  const toast = useToast()
  const [isChecked, setChecked] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  /** Reading begins at the top; no button waits under the key that was pressed last. */
  const top = useRef<HTMLDivElement>(null)
  const data = terms.isFetchedAfterMount ? terms.data : undefined

  async function agree(): Promise<void> {
    if (!data) return
    try {
      adoptUser(await call('users.agreeToTos', { body: { version: data.version } }))
    } catch (error) {
      // A newer version came into force meanwhile: it is shown, and has to be read first.
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        setChecked(false)
        await terms.refetch()
      }
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }

  return (
    <>
      <Sheet
        isOpen={!isLeaving}
        required
        onClose={() => setLeaving(true)}
        title={text.agreeTitle}
        initialFocus={top}
        footer={
          <div className={styles.footer}>
            <Checkbox
              checked={isChecked}
              disabled={!data}
              onChange={(event) => setChecked(event.target.checked)}
            >
              {text.agreeCheck}
            </Checkbox>
            <Button block disabled={!isChecked || !data} onClick={agree}>
              {text.agree}
            </Button>
            <Button block variant="quiet" onClick={() => setLeaving(true)}>
              {text.disagree}
            </Button>
          </div>
        }
      >
        <div ref={top} tabIndex={-1} className={styles.top}>
          {terms.isError && (
            <ErrorPanel message={serverMessageOf(terms.error)} onRetry={() => terms.refetch()} />
          )}
          {!data && !terms.isError && <Skeleton height={280} />}
          {data && (
            <>
              <ul className={styles.summary}>
                {data.summary.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              {data.changed_since.length > 0 && (
                <section className={styles.changes}>
                  <h3>{text.changes}</h3>
                  {data.changed_since.map(({ changes, ...version }) => (
                    <div key={version.version}>
                      <p className={styles.version}>{versionText(version)}</p>
                      <p>{changes}</p>
                    </div>
                  ))}
                </section>
              )}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keys */}
              <div className={styles.box} tabIndex={0} role="region" aria-label={text.fullText}>
                <h3 className={styles.title}>{data.title}</h3>
                <p className={styles.version}>{versionText(data)}</p>
                <LegalBody document={data} small />
              </div>
              <a className={styles.link} href={paths.privacy()} target="_blank" rel="noopener noreferrer">
                {text.privacy}
              </a>
            </>
          )}
        </div>
      </Sheet>
      {isLeaving && (
        <AlertDialog
          isOpen
          title={text.leaveTitle}
          confirmLabel={text.leave}
          cancelLabel={text.back}
          onConfirm={() => go(paths.logout())}
          onCancel={() => setLeaving(false)}
        >
          {text.leaveBody}
        </AlertDialog>
      )}
    </>
  )
}
