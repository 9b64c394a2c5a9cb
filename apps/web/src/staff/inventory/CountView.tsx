import type { StockCountDetail } from '@shirogane/contract/resources/brand/inventory'
import { holds } from '@shirogane/contract/wire/rights'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { FilterChips } from '@shirogane/ui/inputs/FilterChips'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { CountEntrySheet, type CountLine } from './CountEntrySheet.tsx'
import { Finder } from './Finder.tsx'
import { Problem } from './Problem.tsx'
import { countQuery, countsQuery } from './queries.ts'
import { StoreOfAct } from './StoreOfAct.tsx'
import { text } from './text.ts'
import { useStockAct } from './use-stock-act.ts'
import { useCountQueue } from './use-count-queue.ts'
import { actingStore, type ViewProps } from './view.ts'
import styles from './inventory.module.css'

/** A count of a store: begun once, counted blind by the staff who help, looked at, and posted by a manager. */
export function CountView(props: ViewProps) {
  const store = actingStore(props)
  const counts = useQuery(countsQuery(props.staff.store ? undefined : props.store))
  const { act, problem } = useStockAct('inventory.openCount')
  const running = counts.data?.items.find(
    (one) => one.ended_at === null && (store === null || one.store.id === store),
  )

  async function start(): Promise<void> {
    const body = { ...(store !== null && { store_id: store }) }
    await act(
      body,
      (id) => call('inventory.openCount', { body: { id, ...body } }),
      () => text.countNow,
    )
  }

  if (counts.isPending) return <Skeleton height={320} />
  if (counts.isLoadingError)
    return <ErrorPanel message={serverMessageOf(counts.error)} onRetry={() => counts.refetch()} />
  if (running)
    return <Counting key={running.id} id={running.id} mayPost={holds(props.staff.type, 'stock.count')} />
  return (
    <section className={styles.view} aria-label={text.views.count}>
      <StoreOfAct {...props} />
      <p className={styles.words}>{text.countIntro}</p>
      {problem !== null && <Problem>{problem}</Problem>}
      <div>
        <Button size="s" disabled={store === null} onClick={start}>
          {text.startCount}
        </Button>
      </div>
      <h3 className={styles.subtitle}>{text.history}</h3>
      {counts.data.items.length === 0 ? (
        <EmptyState title={text.countsEmpty} />
      ) : (
        <ul className={styles.cards}>
          {counts.data.items.map((one) => (
            <li key={one.id} className={styles.card}>
              <div className={styles.cardHead}>
                <b>
                  {listTime(one.opened_at)} {one.store.name}
                </b>
                <Chip tone={one.state === 'posted' ? 'ok' : 'neutral'}>{text.countStates[one.state]}</Chip>
              </div>
              <p className={styles.faint}>
                {text.countLists.counted} {text.linesCounted(one.counted)} {one.opened_by}
                {one.ended_by !== null && ` → ${one.ended_by}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ListName = 'uncounted' | 'differing' | 'matching' | 'counted'
type Step = 'post' | 'cancel' | null

function linesOf(count: StockCountDetail): Record<ListName, CountLine[]> {
  const counted = count.lines.filter((line) => line.counted !== null)
  return {
    uncounted: count.lines.filter((line) => line.counted === null),
    counted,
    differing: counted.filter((line) => line.differs === true || line.moved),
    matching: counted.filter((line) => line.differs === false && !line.moved),
  }
}

function Counting({ id, mayPost }: { id: string; mayPost: boolean }) {
  const count = useQuery(countQuery(id, true))
  const [chosen, setChosen] = useState<ListName | null>(null)
  const [typing, setTyping] = useState<CountLine | null>(null)
  const [step, setStep] = useState<Step>(null)
  const [last, setLast] = useState<string | null>(null)
  const { act, problem } = useStockAct('inventory.updateCount')
  const queue = useCountQueue(id)

  async function move(state: 'counting' | 'review' | 'posted' | 'cancelled', message: string): Promise<void> {
    const body = { state }
    await act(
      { id, ...body },
      (idempotencyKey) => call('inventory.updateCount', { params: { id }, body, idempotencyKey }),
      () => message,
    )
    setStep(null)
  }

  if (count.isPending) return <Skeleton height={320} />
  if (count.isLoadingError)
    return <ErrorPanel message={serverMessageOf(count.error)} onRetry={() => count.refetch()} />
  const lists = linesOf(count.data)
  const isReview = count.data.state === 'review'
  const names: ListName[] = isReview ? ['differing', 'matching', 'uncounted'] : ['counted', 'uncounted']
  const name = chosen !== null && names.includes(chosen) ? chosen : names[0]!
  const shown = lists[name]

  return (
    <section className={styles.view} aria-label={text.views.count}>
      <div className={styles.cardHead}>
        <h3 className={styles.subtitle}>
          {isReview ? text.countReview : text.countNow} {count.data.store.name}
        </h3>
        {queue.waiting > 0 && <Chip tone="warn">{text.waiting(queue.waiting)}</Chip>}
      </div>
      <Finder
        isPaused={typing !== null || step !== null}
        onFound={(sku) => {
          const before = count.data.lines.find((line) => line.sku_id === sku.id)
          queue.add(sku.id)
          setLast(text.added(sku.name, (before?.own ?? 0) + queue.pendingOf(sku.id) + 1))
        }}
      />
      {last !== null && (
        <p className={styles.last} role="status">
          {last}
        </p>
      )}
      {queue.problem !== null && <Problem>{queue.problem}</Problem>}
      {problem !== null && <Problem>{problem}</Problem>}
      <FilterChips<ListName>
        label={text.countList}
        options={names.map((value) => ({
          value,
          label: text.countLists[value],
          count: lists[value].length,
        }))}
        value={name}
        onChange={setChosen}
      />
      {shown.length === 0 ? (
        <p className={styles.hint}>{text.countListEmpty}</p>
      ) : (
        <ul className={styles.lines}>
          {shown.map((line) => (
            <li key={line.sku_id} className={styles.line}>
              <span className={styles.names}>
                <b>{line.name}</b>
                <span className={styles.sku}>
                  {line.sku}
                  {line.people > 1 && ` ${text.people(line.people)}`}
                </span>
                {line.moved && <span className={styles.gap}>{text.moved}</span>}
              </span>
              {line.book !== null && line.counted !== null && (
                <span className={styles.figures}>
                  <span>
                    {text.book} {countText(line.book)}
                  </span>
                  <span className={line.variance === 0 ? undefined : styles.gap}>
                    {text.variance} {signed(line.variance ?? 0)}
                  </span>
                </span>
              )}
              {line.counted !== null && (
                <b className={styles.countFigure}>
                  {text.countOf(line.counted + queue.pendingOf(line.sku_id))}
                </b>
              )}
              <Button size="s" variant="secondary" onClick={() => setTyping(line)}>
                {text.typeCount}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        {isReview ? (
          <>
            <Button size="s" variant="secondary" onClick={() => move('counting', text.countNow)}>
              {text.resumeCount}
            </Button>
            {mayPost ? (
              <Button size="s" disabled={lists.counted.length === 0} onClick={() => setStep('post')}>
                {text.postCount}
              </Button>
            ) : (
              <span className={styles.faint}>{text.managerPosts}</span>
            )}
          </>
        ) : (
          <Button
            size="s"
            disabled={lists.counted.length === 0 || queue.waiting > 0}
            onClick={() => move('review', text.countReview)}
          >
            {text.finishCount}
          </Button>
        )}
        {mayPost && (
          <Button size="s" variant="quiet" onClick={() => setStep('cancel')}>
            {text.cancelCount}
          </Button>
        )}
      </div>
      {typing !== null && <CountEntrySheet countId={id} line={typing} onClose={() => setTyping(null)} />}
      <AlertDialog
        isOpen={step === 'post'}
        title={text.postAsk}
        confirmLabel={text.postCount}
        cancelLabel={text.cancel}
        onConfirm={() => move('posted', text.posted)}
        onCancel={() => setStep(null)}
      >
        {text.postEffect(lists.differing.length, lists.uncounted.length)}
      </AlertDialog>
      <AlertDialog
        isOpen={step === 'cancel'}
        title={text.cancelAsk}
        confirmLabel={text.cancelCount}
        cancelLabel={text.cancel}
        destructive
        onConfirm={() => move('cancelled', text.cancelled)}
        onCancel={() => setStep(null)}
      >
        {text.cancelEffect}
      </AlertDialog>
    </section>
  )
}

const signed = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${countText(Math.abs(value))}`
