import type { Delivery } from '@shirogane/contract/resources/brand/inventory'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconPrint, iconTrash } from '@shirogane/ui/icons/icons-staff'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { UnreadContext, useUnread } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { addTo, type DraftLine, piecesOf, useDraft } from './draft.ts'
import { Finder } from './Finder.tsx'
import { type Label, LabelSheet } from './item/LabelSheet.tsx'
import { Problem } from './Problem.tsx'
import { deliveriesQuery, stockPageSize } from './queries.ts'
import { StoreOfAct } from './StoreOfAct.tsx'
import { text } from './text.ts'
import { useStockAct } from './use-stock-act.ts'
import { actingStore, type ViewProps } from './view.ts'
import { PiecesInput } from './PiecesInput.tsx'
import styles from './inventory.module.css'

type Draft = { supplier: string; slip: string; lines: DraftLine[] }
const emptyDraft: Draft = { supplier: '', slip: '', lines: [] }

/** A delivery: what its slip announces, and what was really in the box. */
export function ReceiveView(props: ViewProps) {
  const store = actingStore(props)
  const [draft, setDraft] = useDraft<Draft>('receive', emptyDraft)
  const [missing, setMissing] = useState<string | null>(null)
  const [labels, setLabels] = useState<Label[] | null>(null)
  const [received, setReceived] = useState<DraftLine[]>([])
  const [isUnread, noteUnread] = useUnread()
  const { act, problem } = useStockAct('inventory.receive')
  const { lines } = draft
  const total = piecesOf(lines)
  const gap = lines.reduce((sum, { quantity, planned }) => sum + quantity - (planned ?? quantity), 0)
  const change = (sku_id: string, next: Partial<DraftLine>) =>
    setDraft({ ...draft, lines: lines.map((line) => (line.sku_id === sku_id ? { ...line, ...next } : line)) })

  async function send(): Promise<void> {
    const supplier = draft.supplier.trim()
    const slip_number = draft.slip.trim()
    const wanting =
      (store === null && text.chooseStore) ||
      (supplier === '' && text.required(text.supplier)) ||
      (slip_number === '' && text.required(text.slip)) ||
      (total === 0 && text.linesEmpty) ||
      null
    setMissing(wanting)
    if (wanting !== null) return
    const body = {
      supplier,
      slip_number,
      store_id: store!,
      lines: lines.map(({ sku_id, quantity, planned }) => ({
        sku_id,
        quantity,
        ...(planned !== undefined && { planned }),
      })),
    }
    const done = await act(
      body,
      (idempotencyKey) => call('inventory.receive', { body, idempotencyKey }),
      () => text.received(total),
    )
    if (done === null) return
    setReceived(lines.filter(({ quantity }) => quantity > 0))
    setDraft(emptyDraft)
  }

  async function openLabels(): Promise<void> {
    const found = await Promise.all(
      received.map(async ({ sku_id, quantity }) => ({
        ...(await call('skus.show', { params: { id: sku_id } })),
        copies: quantity,
      })),
    )
    setLabels(found)
  }

  return (
    <div className={styles.two}>
      <section className={styles.form} aria-label={text.views.receive}>
        <StoreOfAct {...props} />
        <div className={styles.pair}>
          <Field label={text.supplier} need="required">
            <TextInput
              size="s"
              maxLength={60}
              value={draft.supplier}
              onChange={(event) => setDraft({ ...draft, supplier: event.target.value })}
            />
          </Field>
          <Field label={text.slip} need="required">
            <TextInput
              size="s"
              maxLength={40}
              value={draft.slip}
              onChange={(event) => setDraft({ ...draft, slip: event.target.value })}
            />
          </Field>
        </div>
        <Finder
          onFound={(sku) => setDraft({ ...draft, lines: addTo(lines, sku) })}
          isPaused={labels !== null}
        />
        {lines.length === 0 ? (
          <p className={styles.hint}>{text.linesEmpty}</p>
        ) : (
          <UnreadContext value={noteUnread}>
            <ul className={styles.lines}>
              {lines.map((line) => (
                <li key={line.sku_id} className={styles.line}>
                  <span className={styles.names}>
                    <b>{line.name}</b>
                    <span className={styles.sku}>{line.sku}</span>
                  </span>
                  <label className={styles.figure}>
                    <span>{text.planned}</span>
                    <PiecesInput
                      label={`${line.name} ${text.planned}`}
                      value={line.planned ?? null}
                      onChange={(planned) => {
                        const { planned: _, ...rest } = line
                        setDraft({
                          ...draft,
                          lines: lines.map((one) =>
                            one === line ? (typeof planned === 'number' ? { ...rest, planned } : rest) : one,
                          ),
                        })
                      }}
                    />
                  </label>
                  <label className={styles.figure}>
                    <span>{text.actualCount}</span>
                    <PiecesInput
                      label={`${line.name} ${text.actualCount}`}
                      value={line.quantity}
                      onChange={(quantity) => change(line.sku_id, { quantity: quantity ?? 0 })}
                    />
                  </label>
                  <IconButton
                    icon={iconTrash}
                    label={`${line.name} ${text.remove}`}
                    onClick={() => setDraft({ ...draft, lines: lines.filter((one) => one !== line) })}
                  />
                </li>
              ))}
            </ul>
          </UnreadContext>
        )}
        {lines.length > 0 && (
          <p className={styles.sum}>
            <b>{text.receiveTotal(total)}</b>
            {gap !== 0 && (
              <span className={styles.gap}>{gap < 0 ? text.receiveShort(-gap) : text.receiveOver(gap)}</span>
            )}
          </p>
        )}
        {missing !== null && <Problem>{missing}</Problem>}
        {problem !== null && <Problem>{problem}</Problem>}
        <WriteButton size="s" disabled={isUnread} onClick={send}>
          {text.doReceive}
        </WriteButton>
        {received.length > 0 && lines.length === 0 && (
          <Button size="s" variant="secondary" icon={iconPrint} onClick={openLabels}>
            {text.printReceived}
          </Button>
        )}
        {labels !== null && <LabelSheet labels={labels} onClose={() => setLabels(null)} />}
      </section>
      <Deliveries key={store} store={props.staff.store ? undefined : props.store} />
    </div>
  )
}

const columns: readonly TableColumn<Delivery>[] = [
  { key: 'at', header: text.deliveryColumns.at, cell: (row) => listTime(row.at), width: '9rem' },
  {
    key: 'supplier',
    header: text.deliveryColumns.supplier,
    cell: (row) => <span className={styles.cut}>{row.supplier ?? text.opening}</span>,
  },
  {
    key: 'slip',
    header: text.deliveryColumns.slip,
    cell: (row) => <span className={styles.cut}>{row.slip_number ?? text.none}</span>,
  },
  {
    key: 'pieces',
    header: text.deliveryColumns.pieces,
    cell: (row) => countText(row.pieces),
    numeric: true,
    width: '4.5rem',
  },
  {
    key: 'staff',
    header: text.deliveryColumns.staff,
    cell: (row) => <span className={styles.cut}>{row.staff}</span>,
  },
]

function Deliveries({ store }: { store: string | undefined }) {
  const [page, setPage] = useState(1)
  const list = useQuery(deliveriesQuery(store, page))
  return (
    <section className={styles.view} aria-label={text.history}>
      <h3 className={styles.subtitle}>{text.history}</h3>
      {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={240} />}
      {list.data && list.data.items.length === 0 && <EmptyState title={text.deliveriesEmpty} />}
      {list.data && list.data.items.length > 0 && (
        <>
          <div className={styles.table}>
            <Table caption={text.history} columns={columns} rows={list.data.items} rowKey={(row) => row.id} />
          </div>
          <Pagination page={page} pageSize={stockPageSize} total={list.data.total} onPage={setPage} />
        </>
      )}
    </section>
  )
}
