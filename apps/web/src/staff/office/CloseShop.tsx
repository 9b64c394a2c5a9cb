import type { StoreSheet } from '@shirogane/contract/resources/brand/stores'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { showStore } from './queries.ts'
import { text } from './text.ts'
import styles from './office.module.css'

/** The end of a shop: everything that has to be done there first, and one confirmation when nothing is left. */
export function CloseShop({ store, withStepUp }: { store: StoreSheet; withStepUp: StepUp['withStepUp'] }) {
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = store.closing.length === 0
  async function close(): Promise<void> {
    setAsking(false)
    setProblem(null)
    try {
      const done = await withStepUp('store', () => call('admin.closeStore', { params: { id: store.id } }))
      if (done === null) return
      showStore(done.value)
      toast({ message: text.shopClosedDone, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
      refetch('admin.showStore', 'admin.stores', 'users.employeeDetails')
    }
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.closeShop}</h3>
      <p className={styles.note}>{text.closeShopLead}</p>
      {isReady ? (
        <p className={styles.note}>{text.closeShopReady}</p>
      ) : (
        <ul className={styles.rows} aria-label={text.closeShopLeft}>
          {store.closing.map(({ kind, n }) => (
            <li key={kind}>{text.closing[kind](n)}</li>
          ))}
        </ul>
      )}
      {store.later_open.total > 0 && (
        <p className={styles.note}>
          {text.closeShopDebts(store.later_open.customers, store.later_open.total)}
        </p>
      )}
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <Button block variant="danger" disabled={!isReady} onClick={() => setAsking(true)}>
        {text.closeShopYes}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={text.closeShopQuestion(store.name)}
        confirmLabel={text.closeShopYes}
        destructive
        onConfirm={() => void close()}
        onCancel={() => setAsking(false)}
      >
        {text.closeShopBody}
      </AlertDialog>
    </section>
  )
}
