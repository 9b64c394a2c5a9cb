import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { ApprovalSheet } from '../approvals/ApprovalSheet.tsx'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { Plan } from './Plan.tsx'
import { planQuery } from './queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { pt, text } from './text.ts'
import styles from './sales.module.css'

/**
 * Takes back as a whole a sale of the open day, points that staff granted on it, or cash that was charged: by number
 * and password of the person who answers for it, or by an approval that a colleague gives on their own phone. Nothing
 * is remembered.
 */
export function VoidSheet({ sale, onClose }: { sale: TransactionDetails; onClose: () => void }) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [employee, setEmployee] = useState('')
  const [password, setPassword] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { send: sendAct, problem, say } = useAct('transactions.delete')
  const [isAsking, setAsking] = useState(false)
  const grant = sale.till?.handed ?? null
  const charged = sale.till?.charged ?? null
  // Only a sale has tenders and articles that go back; what was given or charged goes back as it came.
  const isSale = grant === null && charged === null
  const words = isSale ? text.ofSale : charged === null ? text.ofPoints : text.ofCharge
  const plan = useQuery({
    ...planQuery({ transaction_id: sale.id, void: true }),
    enabled: isSale,
  })
  const isReady = !isSale || plan.data !== undefined
  const pieces = sale.items.reduce((sum, { sku_id, quantity }) => sum + (sku_id === null ? 0 : quantity), 0)

  function remove(): void {
    setChecked(true)
    say(null)
    if (employee.trim() === '' || password === '') return
    void send({ employee_id: employee, password })
  }

  async function send(
    allowance: { employee_id: string; password: string } | { approval_id: string },
  ): Promise<void> {
    const outcome = await sendAct({
      // One act, however often it is sent: the password is no part of what the key stands for, and who answers for it is.
      wish: sale.id,
      send: (key) =>
        withStepUp('till_approval', () =>
          call('transactions.delete', {
            params: { id: sale.id },
            body: { ...allowance, ...(reason.trim() !== '' && { reason }) },
            idempotencyKey: 'approval_id' in allowance ? allowance.approval_id : key,
          }),
        ),
    })
    if (outcome.is === 'failed') setPassword('')
    if (outcome.is !== 'done') return
    refetch('transactions.search', 'transactions.details')
    toast({ message: words.done, kind: 'ok' })
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={words.title}
      description={words.note}
      footer={
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <WriteButton variant="danger" disabled={!isReady} onClick={remove}>
            {words.yes}
          </WriteButton>
        </div>
      }
    >
      <div className={styles.form}>
        {isSale && plan.isPending && <Skeleton height={120} />}
        {plan.isError && <ErrorPanel message={serverMessageOf(plan.error)} onRetry={() => plan.refetch()} />}
        {plan.data && (
          <section aria-label={text.effects} className={styles.box}>
            <Plan plan={plan.data} />
            {pieces > 0 && <p className={styles.small}>{text.stockBack(pieces)}</p>}
          </section>
        )}
        {grant !== null && (
          <section aria-label={text.effects} className={styles.box}>
            <p>
              {grant.moved ? text.handed.moved : text.handed.given} {pt(-grant.points)}
            </p>
          </section>
        )}
        {charged !== null && (
          <section aria-label={text.effects} className={styles.box}>
            <p>
              {text.tender.balance} {yenSign(-charged.amount)}
            </p>
          </section>
        )}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Field
          label={text.employeeId}
          need="required"
          error={isChecked && employee.trim() === '' ? text.employeeNeeded : undefined}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={employee}
            onChange={(event) => setEmployee(event.target.value)}
          />
        </Field>
        <Field
          label={text.password}
          need="required"
          error={isChecked && password === '' && problem === null ? text.passwordNeeded : undefined}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label={text.reason} need="optional">
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <WriteButton
          variant="secondary"
          block
          disabled={!isReady}
          onClick={() => {
            say(null)
            setAsking(true)
          }}
        >
          {text.askPhone}
        </WriteButton>
      </div>
      {isAsking && (
        <ApprovalSheet
          kind="void"
          subject={{ transaction_id: sale.id, number: sale.number }}
          amount={plan.data?.total ?? null}
          reason={reason.trim()}
          {...(sale.store !== null && { storeId: sale.store.id })}
          onApproved={(approval_id) => {
            setAsking(false)
            void send({ approval_id })
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {stepUpSheet}
    </Sheet>
  )
}
