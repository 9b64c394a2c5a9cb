import type { StockTransfer } from '@shirogane/contract/resources/brand/inventory'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconTrash } from '@shirogane/ui/icons/icons-staff'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { UnreadContext, useUnread } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { addTo, type DraftLine, piecesOf, useDraft } from './draft.ts'
import { Finder } from './Finder.tsx'
import { Problem } from './Problem.tsx'
import { stockPageSize, transfersQuery } from './queries.ts'
import { StoreOfAct, useStores } from './StoreOfAct.tsx'
import { text } from './text.ts'
import { useStockAct } from './use-stock-act.ts'
import { actingStore, type ViewProps } from './view.ts'
import { PiecesInput } from './PiecesInput.tsx'
import styles from './inventory.module.css'

type Draft = { to: string; lines: DraftLine[] }
const emptyDraft: Draft = { to: '', lines: [] }

/** Articles from one store to another: on their way until the other one has counted what came. */
export function TransferView(props: ViewProps) {
  const store = actingStore(props)
  const [draft, setDraft] = useDraft<Draft>('transfer', emptyDraft)
  const [missing, setMissing] = useState<string | null>(null)
  const stores = useStores()
  const { act, problem } = useStockAct('inventory.send')
  const { lines } = draft
  const total = piecesOf(lines)

  async function send(): Promise<void> {
    const wanting =
      (store === null && text.chooseStore) ||
      (draft.to === '' && text.required(text.sendTo)) ||
      (total === 0 && text.linesEmpty) ||
      null
    setMissing(wanting)
    if (wanting !== null) return
    const body = {
      to_store_id: draft.to,
      store_id: store!,
      lines: lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    }
    const done = await act(
      body,
      (idempotencyKey) => call('inventory.send', { body, idempotencyKey }),
      () => text.sent(total),
    )
    if (done !== null) setDraft(emptyDraft)
  }

  return (
    <div className={styles.two}>
      <section className={styles.form} aria-label={text.sendTitle}>
        <h3 className={styles.subtitle}>{text.sendTitle}</h3>
        <StoreOfAct {...props} />
        <Field label={text.sendTo} need="required">
          <Select
            size="s"
            value={draft.to}
            onChange={(event) => setDraft({ ...draft, to: event.target.value })}
          >
            <option value="">{text.none}</option>
            {stores
              .filter(({ id }) => id !== store)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        <Finder onFound={(sku) => setDraft({ ...draft, lines: addTo(lines, sku) })} />
        {lines.length === 0 ? (
          <p className={styles.hint}>{text.linesEmpty}</p>
        ) : (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.sku_id} className={styles.line}>
                <span className={styles.names}>
                  <b>{line.name}</b>
                  <span className={styles.sku}>{line.sku}</span>
                </span>
                <QuantityStepper
                  label={line.name}
                  value={line.quantity}
                  min={1}
                  onChange={(quantity) =>
                    setDraft({
                      ...draft,
                      lines: lines.map((one) => (one === line ? { ...one, quantity } : one)),
                    })
                  }
                />
                <IconButton
                  icon={iconTrash}
                  label={`${line.name} ${text.remove}`}
                  onClick={() => setDraft({ ...draft, lines: lines.filter((one) => one !== line) })}
                />
              </li>
            ))}
          </ul>
        )}
        {lines.length > 0 && (
          <p className={styles.sum}>
            <b>{text.receiveTotal(total)}</b>
          </p>
        )}
        {missing !== null && <Problem>{missing}</Problem>}
        {problem !== null && <Problem>{problem}</Problem>}
        <WriteButton size="s" onClick={send}>
          {text.doSend}
        </WriteButton>
      </section>
      <Transfers key={store} store={store} filter={props.staff.store ? undefined : props.store} />
    </div>
  )
}

/** How a transfer stands, as the shop that looks at it calls it. */
function stateOf(row: StockTransfer, store: string | null) {
  if (row.status === 'sent') return row.to.id === store ? 'in' : 'out'
  return row.status
}
const tones = { out: 'accent', in: 'warn', arrived: 'ok', recalled: 'neutral' } as const

function Transfers({ store, filter }: { store: string | null; filter: string | undefined }) {
  const [page, setPage] = useState(1)
  const [arriving, setArriving] = useState<StockTransfer | null>(null)
  const [recalling, setRecalling] = useState<StockTransfer | null>(null)
  const list = useQuery(transfersQuery(filter, page))
  const { act, problem } = useStockAct('inventory.endTransfer')

  async function recall(row: StockTransfer): Promise<void> {
    const body = { kind: 'recall' as const }
    await act(
      { id: row.id, ...body },
      (idempotencyKey) => call('inventory.endTransfer', { params: { id: row.id }, body, idempotencyKey }),
      () => text.recalled,
    )
    setRecalling(null)
  }

  return (
    <section className={styles.view} aria-label={text.transfersTitle}>
      <h3 className={styles.subtitle}>{text.transfersTitle}</h3>
      {problem !== null && <Problem>{problem}</Problem>}
      {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={240} />}
      {list.data && list.data.items.length === 0 && <EmptyState title={text.transfersEmpty} />}
      {list.data && list.data.items.length > 0 && (
        <>
          <ul className={styles.cards}>
            {list.data.items.map((row) => {
              const state = stateOf(row, store)
              return (
                <li key={row.id} className={styles.card}>
                  <div className={styles.cardHead}>
                    <b>{text.route(row.from.name, row.to.name)}</b>
                    <Chip tone={tones[state]}>{text.transferStates[state]}</Chip>
                  </div>
                  <p className={styles.faint}>
                    {listTime(row.sent_at)} {row.sent_by}
                    {row.ended_at !== null && ` → ${listTime(row.ended_at)} ${row.ended_by ?? ''}`}
                  </p>
                  <ul className={styles.plain}>
                    {row.lines.map((line) => (
                      <li key={line.sku_id}>
                        <span>{line.name}</span>
                        <span className="figures">
                          {text.countOf(line.sent)}
                          {line.received !== null && line.received < line.sent && (
                            <span className={styles.gap}> {text.missing(line.sent - line.received)}</span>
                          )}
                        </span>
                      </li>
                    ))}
                  </ul>
                  {row.status === 'sent' && (
                    <div className={styles.buttons}>
                      {(store === null || row.to.id === store) && (
                        <WriteButton size="s" onClick={() => setArriving(row)}>
                          {text.arrive}
                        </WriteButton>
                      )}
                      {(store === null || row.from.id === store) && (
                        <WriteButton size="s" variant="secondary" onClick={() => setRecalling(row)}>
                          {text.recall}
                        </WriteButton>
                      )}
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
          <Pagination page={page} pageSize={stockPageSize} total={list.data.total} onPage={setPage} />
        </>
      )}
      {arriving !== null && <ArriveSheet transfer={arriving} onClose={() => setArriving(null)} />}
      <AlertDialog
        isOpen={recalling !== null}
        title={text.recallAsk}
        confirmLabel={text.recall}
        cancelLabel={text.cancel}
        destructive
        onConfirm={() => recalling && recall(recalling)}
        onCancel={() => setRecalling(null)}
      >
        {text.recallEffect}
      </AlertDialog>
    </section>
  )
}

/** What really came: everything, unless the clerk counts less. */
function ArriveSheet({ transfer, onClose }: { transfer: StockTransfer; onClose: () => void }) {
  const [counted, setCounted] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(transfer.lines.map(({ sku_id, sent }) => [sku_id, sent])),
  )
  const [isUnread, noteUnread] = useUnread()
  const { act, problem } = useStockAct('inventory.endTransfer')
  const total = Object.values(counted).reduce((sum, value) => sum + value, 0)

  async function arrive(): Promise<void> {
    const body = {
      kind: 'arrival' as const,
      lines: transfer.lines.map(({ sku_id }) => ({ sku_id, quantity: counted[sku_id] ?? 0 })),
    }
    const done = await act(
      { id: transfer.id, ...body },
      (idempotencyKey) =>
        call('inventory.endTransfer', { params: { id: transfer.id }, body, idempotencyKey }),
      () => text.arrived(total),
    )
    if (done !== null) onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.arriveTitle}
      description={text.route(transfer.from.name, transfer.to.name)}
      footer={
        <WriteButton block disabled={isUnread} onClick={arrive}>
          {text.doArrive}
        </WriteButton>
      }
    >
      <UnreadContext value={noteUnread}>
        <ul className={styles.lines}>
          {transfer.lines.map((line) => {
            const has = counted[line.sku_id] ?? 0
            return (
              <li key={line.sku_id} className={styles.line}>
                <span className={styles.names}>
                  <b>{line.name}</b>
                  <span className={styles.sku}>
                    {text.sentCount} {text.countOf(line.sent)}
                    {has < line.sent && <span className={styles.gap}> {text.missing(line.sent - has)}</span>}
                  </span>
                </span>
                <label className={styles.figure}>
                  <span>{text.arrivedCount}</span>
                  <PiecesInput
                    label={`${line.name} ${text.arrivedCount}`}
                    value={has}
                    max={line.sent}
                    onChange={(value) => setCounted({ ...counted, [line.sku_id]: value ?? 0 })}
                  />
                </label>
              </li>
            )
          })}
        </ul>
      </UnreadContext>
      {problem !== null && <Problem>{problem}</Problem>}
    </Sheet>
  )
}
