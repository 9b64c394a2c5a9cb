import { allTenders } from '@shirogane/domain/sales/tenders'
import { holds } from '@shirogane/contract/wire/rights'
import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { waysOf } from '@shirogane/contract/rules/ways'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { iconPen, iconUndo } from '@shirogane/ui/icons/icons'
import { iconPrint, iconTrash } from '@shirogane/ui/icons/icons-staff'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailTime } from '../../shared/dates/dates.ts'
import { AppLink, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { transactionQuery } from '../../shell/queries/queries.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { staffQuery } from '../shared/queries.ts'
import { RegisterReceipt } from '../shared/paper/RegisterReceipt.tsx'
import { CorrectSheet } from './CorrectSheet.tsx'
import { StatusChip } from './SalesTable.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { pt, text } from './text.ts'
import { VoidSheet } from './VoidSheet.tsx'
import panes from '../shared/lists/panes.module.css'
import styles from './sales.module.css'

/** One movement of the shop: what was sold, how it was paid, what became of it, and what may still be done. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const sale = useQuery(transactionQuery(id))
  return (
    <DetailPane wide label={text.detail} query={sale} onClose={onClose}>
      {(data) => <Sale key={data.id} sale={data} />}
    </DetailPane>
  )
}

function Sale({ sale }: { sale: TransactionDetails }) {
  const go = useGo()
  const staff = useQuery(staffQuery()).data
  const [step, setStep] = useState<'void' | 'correct' | 'receipt' | null>(null)
  const { till } = sale
  const ways = waysOf(sale)
  const isSale = sale.type === undefined
  const may = (permission: 'refund' | 'void') => staff !== undefined && holds(staff.type, permission)
  const isInShop = staff?.store != null
  const isOpen = till?.day_is_open === true
  const isWhole = isSale && sale.status === 'completed'
  return (
    <>
      <header className={panes.detailHead}>
        <StatusChip row={sale} />
        <h3 className={`figures ${styles.number}`}>{sale.number}</h3>
      </header>
      <p className={styles.total}>
        {till?.charged != null ? (
          <Amount value={till.charged.amount} unit="¥" size="l" />
        ) : till?.handed == null ? (
          <Amount
            value={sale.refund === undefined ? sale.spent_total : -sale.spent_total}
            unit="¥"
            size="l"
          />
        ) : (
          <Amount value={sale.point_amount} unit="pt" sign="always" size="l" />
        )}
      </p>
      <p className={styles.small}>
        {detailTime(sale.completed_at ?? sale.created_at)}　{sale.store?.name}
        {till?.register != null && `　${text.register(till.register.number)}`}　{sale.employee?.name}
      </p>
      <p className={styles.member}>{till?.member == null ? text.noMember : text.sama(till.member.name)}</p>
      {sale.original !== null && (
        <p className={styles.small}>
          {text.original}{' '}
          <AppLink to={paths.adminTab('transactions', { id: sale.original.id })} className="figures">
            {sale.original.number}
          </AppLink>
        </p>
      )}

      {till?.exchange != null && (
        <p className={styles.small}>
          {isSale ? text.exchangedFor : text.exchangedTo}{' '}
          <AppLink to={paths.adminTab('transactions', { id: till.exchange.id })} className="figures">
            {till.exchange.number}
          </AppLink>
        </p>
      )}

      <section aria-label={text.items}>
        <ul className={styles.items}>
          {sale.items.map((item, index) => (
            // A line has no id of its own; its place is what a refund names it by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span>
                {item.name}
                <span className={styles.small}>
                  {yenSign(item.unit_price)} × {item.quantity}
                  {item.discount > 0 && `　${text.discount} ${yenSign(-item.discount)}`}
                </span>
              </span>
              <Amount value={item.subtotal} unit="¥" size="row" />
            </li>
          ))}
        </ul>
      </section>
      <dl className={styles.plan}>
        {allTenders
          .filter((name) => ways[name] > 0)
          .map((name) => (
            <div key={name}>
              <dt>{name === 'later' && sale.refund !== undefined ? text.back.later : text.tender[name]}</dt>
              <dd>
                <Amount value={ways[name]} unit="¥" size="row" />
              </dd>
            </div>
          ))}
        {sale.refund !== undefined && sale.refund.points_deducted > 0 && (
          <div>
            <dt>{text.kept}</dt>
            <dd>
              <Amount value={sale.refund.points_deducted} unit="¥" size="row" />
            </dd>
          </div>
        )}
        {sale.change !== null && sale.change > 0 && (
          <div>
            <dt>{text.change}</dt>
            <dd>{yenSign(sale.change)}</dd>
          </div>
        )}
        {isSale && sale.received_point_total > 0 && (
          <div>
            <dt>{text.earned}</dt>
            <dd>
              <Amount value={sale.received_point_total} unit="pt" size="row" sign="always" />
            </dd>
          </div>
        )}
        {till?.note != null && (
          <div>
            <dt>{text.note}</dt>
            <dd>{till.note}</dd>
          </div>
        )}
      </dl>
      {till !== null && till.pieces.length > 0 && (
        <p className={styles.small}>
          {text.bought}{' '}
          {till.pieces.map(({ line, buyback_id, number }) =>
            staff !== undefined && holds(staff.type, 'buyback') ? (
              <AppLink key={line} to={paths.adminTab('buyback', { id: buyback_id })} className="figures">
                {number}
              </AppLink>
            ) : (
              <span key={line} className="figures">
                {number}
              </span>
            ),
          )}
        </p>
      )}
      {till !== null && <History sale={sale} till={till} />}

      <div className={styles.acts}>
        {sale.has_receipt && (
          <Button variant="secondary" size="s" icon={iconPrint} onClick={() => setStep('receipt')}>
            {text.reissue}
          </Button>
        )}
        {isSale && sale.refundable > 0 && may('refund') && (
          <Button
            variant="secondary"
            size="s"
            icon={iconUndo}
            onClick={() => go(paths.adminRegister('refund', { id: sale.id }))}
          >
            {text.refund}
          </Button>
        )}
        {isWhole && isOpen && isInShop && (
          <Button variant="secondary" size="s" icon={iconPen} onClick={() => setStep('correct')}>
            {text.correct}
          </Button>
        )}
        {(till?.handed ?? till?.charged)?.taken_back === false && isOpen && may('void') && (
          <Button variant="secondary" size="s" icon={iconTrash} onClick={() => setStep('void')}>
            {till?.charged == null ? text.takeBack : text.takeBackCharge}
          </Button>
        )}
        {isWhole && isOpen && may('void') && (
          <Button variant="secondary" size="s" icon={iconTrash} onClick={() => setStep('void')}>
            {text.remove}
          </Button>
        )}
      </div>
      {step === 'void' && <VoidSheet sale={sale} onClose={() => setStep(null)} />}
      {step === 'receipt' && <RegisterReceipt id={sale.id} onClose={() => setStep(null)} />}
      {step === 'correct' && <CorrectSheet sale={sale} onClose={() => setStep(null)} />}
    </>
  )
}

type Event = { key: string; at: string; what: string; who: string | undefined; words: readonly string[] }

/** Everything that happened to it, the oldest first: what stood before a correction is here for good. */
function History({
  sale,
  till,
}: {
  sale: TransactionDetails
  till: NonNullable<TransactionDetails['till']>
}) {
  const events: Event[] = [
    ...till.returns.map((back) => ({
      key: back.id,
      at: back.at,
      what: `${back.kind === 'void' ? text.voided : sale.tenders.later > 0 ? text.returned : text.refunded} ${yenSign(-back.amount)}`,
      who: back.employee?.name,
      words: [back.number, ...(back.reason === null ? [] : [back.reason])],
    })),
    ...till.corrections.map((one) => ({
      key: one.id,
      at: one.at,
      what: text.corrected,
      who: one.employee?.name,
      words: [
        ...(one.cash_before === one.cash_after
          ? []
          : [
              `${text.tender.cash} ${yenSign(one.cash_before)} → ${yenSign(one.cash_after)}`,
              `${text.tender.card} ${yenSign(one.card_before)} → ${yenSign(one.card_after)}`,
            ]),
        ...(one.employee_after === null ? [] : [`${one.employee_before ?? ''} → ${one.employee_after}`]),
        ...(one.note_before === one.note_after
          ? []
          : [`${text.note} ${one.note_before ?? '―'} → ${one.note_after ?? '―'}`]),
        one.reason,
      ],
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  const words = [
    ...(till.handed?.taken_back === true ? [`${text.takenBack} ${pt(-till.handed.points)}`] : []),
    ...(till.charged?.taken_back === true ? [`${text.takenBack} ${yenSign(-till.charged.amount)}`] : []),
    ...(sale.refund?.reason == null ? [] : [sale.refund.reason]),
    ...(till.approved_by === null ? [] : [text.approvedBy(till.approved_by.name)]),
  ]
  if (events.length === 0 && words.length === 0) return null
  return (
    <section>
      <h4 className={panes.historyTitle}>{text.history}</h4>
      <ol className={styles.history}>
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {events.map((event) => (
          <li key={event.key}>
            <span>
              <b>{event.what}</b>　{event.who}
              {event.words.map((line) => (
                <span key={line} className={styles.small}>
                  {line}
                </span>
              ))}
            </span>
            <time dateTime={event.at}>{detailTime(event.at)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
