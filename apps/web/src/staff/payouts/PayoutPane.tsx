import { isCorporateHolder, isSameHolder, showAccount } from '@shirogane/bank/kana'
import { payoutFailures, type PayoutFailure } from '@shirogane/bank/failures'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, messageOf, type Output } from '../../shell/api/api.ts'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { saveBytes } from '../shared/device/save-bytes.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { payoutQuery } from './queries.ts'
import { text } from './text.ts'
import { statusTones } from './tones.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './payouts.module.css'

type Payout = Output<'admin.payout'>
type Asking = 'approve' | 'cancel' | 'paid' | 'failed' | 'recall'

export function PayoutPane({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(payoutQuery(id))
  return (
    <DetailPane label={text.details} query={query} onClose={onClose}>
      {(payout) => <Details payout={payout} />}
    </DetailPane>
  )
}

function Details({ payout }: { payout: Payout }) {
  const toast = useToast()
  const [asks, setAsks] = useState<Asking | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { may } = payout
  const params = { id: payout.id }

  async function act(run: () => Promise<unknown>, done?: string): Promise<void> {
    setProblem(null)
    try {
      await run()
      setAsks(null)
      refetch('admin.payouts', 'admin.payout', 'admin.payoutBatches')
      if (done !== undefined) toast({ message: done, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
      // A question is answered and gone; a form with a reason in it stays until the reason has arrived.
      if (asks === 'approve' || asks === 'paid') setAsks(null)
    }
  }
  const saveStatement = () =>
    act(async () =>
      saveBytes(
        await call('transactions.payoutStatementPdf', { params }),
        `shiharai-${payout.number}.pdf`,
        'application/pdf',
      ),
    )

  return (
    <>
      <div className={panes.detailHead}>
        <span className="figures">{payout.number}</span>
      </div>
      <h3 className={panes.name}>{yenSign(payout.transferred)}</h3>
      <div className={styles.chips}>
        <Chip tone={statusTones[payout.status]}>{text.statuses[payout.status]}</Chip>
        {payout.automatic && <Chip>{text.automatic}</Chip>}
      </div>
      {payout.held !== null && <InfoStrip icon={iconWarn} tone="bad" title={text.held[payout.held]} />}
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <Facts payout={payout} />
      {asks === 'cancel' && (
        <CancelForm
          onDone={(reason) =>
            act(() => call('admin.cancelPayout', { params, body: { reason } }), text.canceled)
          }
          onClose={() => setAsks(null)}
        />
      )}
      {(asks === 'failed' || asks === 'recall') && (
        <FailureForm
          amount={yenSign(payout.amount)}
          label={asks === 'failed' ? text.markFailed : text.recall}
          onDone={(failure) =>
            act(
              () =>
                asks === 'failed'
                  ? call('admin.settlePayout', { params, body: { outcome: failure } })
                  : call('admin.recallPayout', { params, body: { failure } }),
              asks === 'failed' ? text.failed : text.recalled,
            )
          }
          onClose={() => setAsks(null)}
        />
      )}
      {asks === null && (
        <div className={panes.buttons}>
          {may.approve && <WriteButton onClick={() => setAsks('approve')}>{text.approve}</WriteButton>}
          {may.cancel && (
            <WriteButton variant="secondary" onClick={() => setAsks('cancel')}>
              {text.cancel}
            </WriteButton>
          )}
          {may.settle && (
            <>
              <WriteButton onClick={() => setAsks('paid')}>{text.markPaid}</WriteButton>
              <WriteButton variant="secondary" onClick={() => setAsks('failed')}>
                {text.markFailed}
              </WriteButton>
            </>
          )}
          {payout.status === 'paid' && (
            <Button variant="secondary" onClick={saveStatement}>
              {text.statement}
            </Button>
          )}
          {may.recall && (
            <WriteButton variant="quiet" onClick={() => setAsks('recall')}>
              {text.recall}
            </WriteButton>
          )}
        </div>
      )}
      {asks === 'approve' && (
        <AlertDialog
          isOpen
          title={text.approveTitle(1, yenSign(payout.transferred))}
          confirmLabel={text.approve}
          cancelLabel={text.keep}
          onConfirm={() =>
            act(() => call('admin.approvePayouts', { body: { ids: [payout.id] } }), text.approved)
          }
          onCancel={() => setAsks(null)}
        >
          {text.approveNote}
        </AlertDialog>
      )}
      {asks === 'paid' && (
        <AlertDialog
          isOpen
          title={text.markPaidTitle}
          confirmLabel={text.markPaid}
          cancelLabel={text.keep}
          onConfirm={() =>
            act(() => call('admin.settlePayout', { params, body: { outcome: 'paid' } }), text.paid)
          }
          onCancel={() => setAsks(null)}
        >
          {text.markPaidNote}
        </AlertDialog>
      )}
    </>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const isSame = isSameHolder(payout.holder_kana, payout.kyc_name_kana)
  const isCorporate = !isSame && isCorporateHolder(payout.holder_kana)
  return (
    <dl className={panes.facts}>
      <Fact name={text.member}>
        {payout.user.name}（{payout.user.username}）
      </Fact>
      <Fact name={text.amount}>{yenSign(payout.amount)}</Fact>
      <Fact name={text.fee}>{yenSign(payout.fee)}</Fact>
      {payout.withheld > 0 && <Fact name={text.withheld}>{yenSign(payout.withheld)}</Fact>}
      <Fact name={text.bank}>
        {payout.bank_name} {payout.branch_name}
        <br />
        <span className="figures">{showAccount(payout)}</span>
      </Fact>
      <Fact name={text.holder}>{payout.holder_kana}</Fact>
      <Fact name={text.kycName}>
        {payout.kyc_name_kana}{' '}
        <Chip small tone={isSame || isCorporate ? 'ok' : 'bad'}>
          {isSame ? text.matches : isCorporate ? text.corporate : text.differs}
        </Chip>
      </Fact>
      <Fact name={text.requestedAt}>{detailTime(payout.requested_at)}</Fact>
      <Fact name={text.columns.valueDate}>{detailDate(payout.value_date)}</Fact>
      {payout.approved_by !== null && <Fact name={text.approvedBy}>{payout.approved_by}</Fact>}
      {payout.batch !== null && (
        <Fact name={text.exportedBy}>
          <span className="figures">{payout.batch.number}</span> {payout.exported_by}
        </Fact>
      )}
      {payout.settled_at !== null && <Fact name={text.settledAt}>{detailTime(payout.settled_at)}</Fact>}
      {payout.recalled_at !== null && <Fact name={text.recalledAt}>{detailTime(payout.recalled_at)}</Fact>}
      {payout.failure !== null && <Fact name={text.failure}>{text.failures[payout.failure]}</Fact>}
      {payout.cancel_reason !== null && <Fact name={text.cancelReason}>{payout.cancel_reason}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

type AskFormProps = {
  label: string
  isReady?: boolean
  onSend: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** What has to be said about a step before it is taken. It stays until the step is taken, so that nothing is typed twice. */
function AskForm({ label, isReady = true, onSend, onClose, children }: AskFormProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady || isBusy) return
        setBusy(true)
        void onSend().finally(() => setBusy(false))
      }}
    >
      {children}
      <div className={panes.buttons}>
        <Button variant="secondary" onClick={onClose}>
          {text.keep}
        </Button>
        <WriteButton type="submit" busy={isBusy} disabled={!isReady}>
          {label}
        </WriteButton>
      </div>
    </form>
  )
}

type CancelFormProps = { onDone: (reason: string) => Promise<void>; onClose: () => void }

function CancelForm({ onDone, onClose }: CancelFormProps) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <AskForm label={text.cancel} isReady={reason !== ''} onSend={() => onDone(reason)} onClose={onClose}>
      <h4>{text.cancelTitle}</h4>
      <Field label={text.reason}>
        <TextInput value={typed} maxLength={200} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </AskForm>
  )
}

type FailureFormProps = {
  amount: string
  label: string
  onDone: (failure: PayoutFailure) => Promise<void>
  onClose: () => void
}

function FailureForm({ amount, label, onDone, onClose }: FailureFormProps) {
  const [failure, setFailure] = useState<PayoutFailure>('no_account')
  return (
    <AskForm label={label} onSend={() => onDone(failure)} onClose={onClose}>
      <Field label={text.reason} helper={text.back(amount)}>
        <Select
          value={failure}
          onChange={(event) =>
            setFailure(payoutFailures.find((one) => one === event.target.value) ?? 'other')
          }
        >
          {payoutFailures.map((one) => (
            <option key={one} value={one}>
              {text.failures[one]}
            </option>
          ))}
        </Select>
      </Field>
    </AskForm>
  )
}
