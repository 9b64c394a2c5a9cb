import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { legalQuery } from '../../../shell/queries/queries.ts'
import { text } from './affiliator-text.ts'
import type { Member } from '../machine/sale-state.ts'
import styles from '../sheets.module.css'

/** Makes the customer at the register an affiliator, once they have heard and accepted what that means. */
export function AffiliatorSheet({
  customer,
  onClose,
}: {
  customer: Member['customer']
  onClose: () => void
}) {
  const terms = useQuery(legalQuery('affiliator'))
  const toast = useToast()
  const [agrees, setAgrees] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const data = terms.data

  async function make(version: string): Promise<void> {
    if (!agrees) {
      setProblem(text.needed)
      return
    }
    setBusy(true)
    try {
      await call('affiliates.become', { body: { user_id: customer.id, terms_version: version } })
      toast({ message: text.done, kind: 'ok' })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.title}
      description={text.lead(customer.name)}
      footer={
        <Button block busy={isBusy} disabled={!data} onClick={() => data && void make(data.version)}>
          {text.act}
        </Button>
      }
    >
      <div className={styles.form}>
        {terms.isError && data === undefined && (
          <ErrorPanel message={serverMessageOf(terms.error)} onRetry={() => terms.refetch()} />
        )}
        {terms.isPending && <Skeleton height={160} />}
        {data !== undefined && (
          <>
            <p className={styles.note}>{text.version(data.version)}</p>
            <ul>
              {data.summary.map((line) => (
                <li key={line} className={styles.note}>
                  ・{line}
                </li>
              ))}
            </ul>
            <Field group label={text.consentLabel} need="required" error={problem}>
              <Checkbox
                checked={agrees}
                onChange={(event) => {
                  setAgrees(event.target.checked)
                  setProblem(null)
                }}
              >
                {text.consent}
              </Checkbox>
            </Field>
          </>
        )}
      </div>
    </Sheet>
  )
}
