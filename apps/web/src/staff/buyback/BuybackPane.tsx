import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import { documentNames, methodNames, paymentNames } from '@shirogane/contract/terms/buyback-words'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { detailTime, longDate } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { useHolds } from '../shared/queries.ts'

import { BoughtPiece } from './BoughtPiece.tsx'
import { buybackQuery } from './queries.ts'
import { ReverseSheet } from './ReverseSheet.tsx'
import { Signed } from './Signature.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './buyback.module.css'

export function BuybackPane({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(buybackQuery(id))
  const client = useQueryClient()
  return (
    <DetailPane label={text.details} query={query} onClose={onClose}>
      {(buyback) => (
        <Details
          buyback={buyback}
          onChange={(next) => {
            client.setQueryData(buybackQuery(id).queryKey, next)
            refetch('admin.buybacks')
          }}
        />
      )}
    </DetailPane>
  )
}

function Details({
  buyback,
  onChange,
}: {
  buyback: BuybackDetails
  onChange: (next: BuybackDetails) => void
}) {
  const toast = useToast()
  const mayBuy = useHolds('buyback.make')
  const mayPay = useHolds('payout')
  const [error, setError] = useState<string | null>(null)
  const [isReversing, setReversing] = useState(false)
  const transfer = useAct('admin.settleBuyback')
  const { seller } = buyback
  const attempt = async (run: () => Promise<BuybackDetails>, done?: string) => {
    setError(null)
    try {
      onChange(await run())
      if (done !== undefined) toast({ message: done, kind: 'ok' })
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  async function settle(): Promise<void> {
    setError(null)
    const outcome = await transfer.send({
      // One act for one transfer, however often it is sent.
      wish: buyback.id,
      send: (transaction_id) =>
        call('admin.settleBuyback', { params: { id: buyback.id }, body: { transaction_id } }),
    })
    if (outcome.is === 'failed') setError(messageOf(outcome.error))
    if (outcome.is !== 'done') return
    onChange(outcome.answer)
    toast({ message: text.settled, kind: 'ok' })
  }
  return (
    <>
      <div className={panes.detailHead}>
        <span className="figures">{buyback.number}</span>
        <span>{detailTime(buyback.at)}</span>
      </div>
      <h3 className={panes.name}>{yenText(buyback.status === 'stopped' ? 0 : buyback.amount)}</h3>
      <div className={styles.chips}>
        {buyback.status === 'stopped' && <Chip tone="bad">{text.stoppedChip}</Chip>}
        {buyback.status === 'reversed' && <Chip tone="neutral">{text.reversedChip}</Chip>}
        {buyback.held > 0 && <Chip tone="accent">{text.heldChip(buyback.held)}</Chip>}
        {buyback.awaits_bank && <Chip tone="warn">{text.awaitsChip}</Chip>}
      </div>
      <dl className={panes.facts}>
        <dt>{text.name}</dt>
        <dd>{seller.name}</dd>
        <dt>{text.address}</dt>
        <dd>{seller.address}</dd>
        <dt>{text.birth}</dt>
        <dd>
          {longDate(seller.date_of_birth)}（{text.age(seller.age)}）
        </dd>
        <dt>{text.occupation}</dt>
        <dd>{seller.occupation}</dd>
        <dt>{text.purpose}</dt>
        <dd>{buyback.purpose}</dd>
        <dt>{text.document}</dt>
        <dd>
          {documentNames[seller.document]}
          {seller.document_tail !== null && `（${text.tailShown(seller.document_tail)}）`}
          <br />
          {methodNames[seller.method]}
        </dd>
        {buyback.customer !== null && (
          <>
            <dt>{text.member}</dt>
            <dd>{buyback.customer.username}</dd>
          </>
        )}
        <dt>{text.paidBy}</dt>
        <dd>{paymentNames[buyback.paid_by]}</dd>
        {buyback.bank !== null && (
          <>
            <dt>{text.account}</dt>
            <dd>
              <span className="figures">
                {buyback.bank.bank_code}-{buyback.bank.branch_code}{' '}
                {text.accountTypes[buyback.bank.account_type]} {buyback.bank.account_number}
              </span>
              <br />
              {buyback.bank.account_holder_kana}
            </dd>
          </>
        )}
        {buyback.bank_paid_at !== null && (
          <>
            <dt>{text.settledAt}</dt>
            <dd>{detailTime(buyback.bank_paid_at)}</dd>
          </>
        )}
        {buyback.reversal !== null && (
          <>
            <dt>{text.reversedAt}</dt>
            <dd>{detailTime(buyback.reversal.at)}</dd>
            <dt>{text.reverseReason}</dt>
            <dd>{buyback.reversal.reason}</dd>
            <dt>{text.reversedBy}</dt>
            <dd>{buyback.reversal.by}</dd>
            {buyback.reversal.approved_by !== null && (
              <>
                <dt>{text.approvedBy}</dt>
                <dd>{buyback.reversal.approved_by}</dd>
              </>
            )}
          </>
        )}
        {buyback.note !== null && (
          <>
            <dt>{text.note}</dt>
            <dd>{buyback.note}</dd>
          </>
        )}
      </dl>
      <section>
        <h4 className={panes.historyTitle}>
          {text.items}・{text.price(yenText(buyback.price_per_g))}
        </h4>
        <ul className={styles.list}>
          {buyback.items.map((item) => (
            <BoughtPiece
              key={item.line}
              buyback={buyback}
              item={item}
              mayBuy={mayBuy}
              attempt={attempt}
              onChange={(next, done) => {
                onChange(next)
                toast({ message: done, kind: 'ok' })
              }}
            />
          ))}
        </ul>
      </section>
      <section>
        <h4 className={panes.historyTitle}>{text.signature}</h4>
        <Signed strokes={buyback.signature} />
      </section>
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      {buyback.awaits_bank && mayPay && (
        <Button block onClick={settle}>
          {text.settle}
        </Button>
      )}
      {buyback.may_reverse !== null && (
        <Button block variant="danger" onClick={() => setReversing(true)}>
          {text.reverse}
        </Button>
      )}
      {isReversing && (
        <ReverseSheet
          buyback={buyback}
          onClose={() => setReversing(false)}
          onDone={(next) => {
            setReversing(false)
            onChange(next)
            toast({ message: text.reversed, kind: 'ok' })
          }}
        />
      )}
    </>
  )
}
