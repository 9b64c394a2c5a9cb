import { periodText, periodWord, statementObjection } from '@shirogane/receipt/statement-words'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, type Output, serverMessageOf } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { deliverFile } from '../../shared/receipt/deliver-file.ts'
import { text } from './payout-text.ts'
import styles from './transactions.module.css'

const statementQuery = (id: string) => ask('transactions.payoutStatement', { params: { id } })

/** The statement of a payout: what was paid, to whom and with which tax, to keep for one's own books. */
export function StatementSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const statement = useQuery(statementQuery(id))
  return (
    <Sheet isOpen title={text.statementTitle} onClose={onClose}>
      {statement.isLoadingError ? (
        <ErrorPanel message={serverMessageOf(statement.error)} onRetry={() => statement.refetch()} />
      ) : statement.isPending ? (
        <Skeleton height={420} />
      ) : (
        <Statement id={id} statement={statement.data} />
      )}
    </Sheet>
  )
}

function Statement({ id, statement }: { id: string; statement: Output<'transactions.payoutStatement'> }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { payer, payee, tax, account } = statement

  async function save(): Promise<void> {
    setProblem(null)
    try {
      const bytes = await call('transactions.payoutStatementPdf', { params: { id } })
      await deliverFile(bytes, `shiharai-${statement.number}.pdf`)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <div className={styles.statement}>
      <Pairs>
        <Pair label={text.number}>
          <span className="figures">{statement.number}</span>
        </Pair>
        <Pair label={text.issued}>{longDate(statement.issued_on)}</Pair>
        <Pair label={text.payee}>{payee.name}</Pair>
        {payee.registration_no !== null && <Pair label={text.registration}>{payee.registration_no}</Pair>}
        {statement.period !== null && <Pair label={periodWord}>{periodText(statement.period)}</Pair>}
        <Pair label={text.requestedOn}>{longDate(statement.requested_on)}</Pair>
        <Pair label={account === null ? text.paidAs : text.paidOn}>{longDate(statement.paid_on)}</Pair>
        <Pair label={text.reward}>
          <Amount value={statement.amount} size="text" />
        </Pair>
        <Pair label={text.tax(percentText(tax.rate))}>
          <Amount value={tax.tax} size="text" />
        </Pair>
        <Pair label={text.withholding}>
          <Amount value={statement.withholding} size="text" />
        </Pair>
        {account === null ? (
          <Pair label={text.method}>{text.balance}</Pair>
        ) : (
          <Pair label={text.fee}>
            <Amount value={statement.fee} size="text" />
          </Pair>
        )}
        <Pair label={account === null ? text.paid : text.transferred} isSum>
          <Amount value={statement.transferred} size="text" />
        </Pair>
        <Pair label={text.payer}>
          {payer.company}
          {payer.registration_no !== null && (
            <>
              <br />
              <span className="figures">{payer.registration_no}</span>
            </>
          )}
        </Pair>
      </Pairs>
      <p className={styles.lead}>{statementObjection}</p>
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <Button block onClick={save}>
        {text.save}
      </Button>
    </div>
  )
}
