import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import { iconScan } from '@shirogane/ui/icons/icons-staff'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { useGo, useSearch, useSheet } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useShopDate } from '../../shared/queries.ts'
import { noRanges, salesPageSize, salesQuery } from '../../sales/queries.ts'
import { SalesTable } from '../../sales/SalesTable.tsx'
import { scanSoundIsOn } from '../../shared/device/device.ts'
import { isPayCode, readCode } from '../../shared/scanner/code.ts'
import { ReadSheet, type ScanListener } from '../scan/ReadSheet.tsx'
import { playBeep } from '../scan/sound.ts'
import type { CodeResult } from '../scan/use-code.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { text } from './text.ts'
import styles from './refund.module.css'

const everything = { ...noRanges, store_id: '', employee_id: '', skus: '' }

/** A receipt's bar code leads straight to its sale; everything else is searched for. */
export function FindSale() {
  const go = useGo()
  const client = useQueryClient()
  const announce = useAnnounce()
  const search = useSearch()
  const camera = useSheet('scan')
  const scans: ScanListener = useRef(null)
  const field = useRef<HTMLInputElement>(null)
  const q = search['q'] ?? ''
  // `all` is every day; a receipt's number names its own.
  const today = useShopDate()
  const day = search['date'] ?? today
  const date = day === 'all' ? '' : day
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const [typed, setTyped] = useState(q)
  const [problem, setProblem] = useState<string | null>(null)
  const found = useQuery(salesQuery({ ...everything, date, q }, page))

  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  // A clerk who comes with the whole number of one receipt has found it already.
  const only = found.data?.items.length === 1 && !found.isPlaceholderData ? found.data.items[0] : undefined
  const isNamed = readCode(q).kind === 'receipt'
  const openOnly = useEffectEvent((id: string) =>
    go(paths.adminRegister('refund', { id }), { replace: true }),
  )
  useEffect(() => {
    if (isNamed && only !== undefined) openOnly(only.related_id ?? only.id)
  }, [isNamed, only])

  // A clerk who comes back from the sale comes to the list, not to the sheet that read its receipt.
  const isReading = useRef(false)
  useEffect(() => {
    isReading.current = camera.isOpen
  })
  const open = (id: string) =>
    go(
      paths.adminRegister('refund', { id }),
      isReading.current ? { replace: true, state: true } : { state: { opened: true } },
    )
  const show = (query: { q?: string; date?: string; page?: string }) =>
    go(
      paths.adminRegister('refund', {
        q,
        ...query,
        date: (query.date ?? date) === '' ? 'all' : (query.date ?? date),
      }),
      { replace: true, resetScroll: false },
    )
  // What is brought back is seldom of today: without conditions it is every day.
  const reset = () => {
    setTyped('')
    setProblem(null)
    show({ q: '', date: '', page: '1' })
  }

  const fail = (why: string): CodeResult => {
    setProblem(why)
    if (scanSoundIsOn()) playBeep('failed')
    announce(why, 'assertive')
    return { kind: 'unknown' }
  }
  // Only what was read last leads to its sale, and only from here.
  const reading = useRef(0)
  useEffect(
    () => () => {
      reading.current += 1
    },
    [],
  )
  const take = async (code: string): Promise<CodeResult | null> => {
    reading.current += 1
    const mine = reading.current
    if (isPayCode(code)) return fail(text.notFound)
    try {
      const { items } = await client.fetchQuery(salesQuery({ ...everything, date: '', q: code }, 1))
      if (mine !== reading.current) return null
      const [only] = items
      if (only !== undefined && items.length === 1) {
        // The paper of a refund names itself; what can be given back is the sale.
        open(only.related_id ?? only.id)
        if (scanSoundIsOn()) playBeep('read')
        return { kind: 'article', name: only.number }
      }
      return fail(text.notFound)
    } catch (error) {
      return mine === reading.current ? fail(messageOf(error)) : null
    }
  }
  useScanner({
    onScan: (code) => {
      setProblem(null)
      void (scans.current ?? take)(code)
    },
    onTyped: (characters) => {
      const before = typed
      setTyped(before + characters)
      field.current?.focus()
      return () => setTyped(before)
    },
  })

  return (
    <div className={styles.find}>
      <h2 className={styles.title}>{text.search}</h2>
      <p className={styles.hint}>{text.searchHint}</p>
      <form
        className={styles.ask}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (isPayCode(typed)) {
            fail(text.notFound)
            return
          }
          setProblem(null)
          show({ q: typed, page: '1' })
        }}
      >
        <Field label={text.keyword}>
          <TextInput
            ref={field}
            size="s"
            type="search"
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label={text.date}>
          <TextInput
            size="s"
            type="date"
            max={today}
            value={date}
            onChange={(event) => show({ date: event.target.value, page: '1' })}
          />
        </Field>
        <Button type="submit" size="s" icon={iconSearch}>
          {text.find}
        </Button>
        <Button variant="secondary" size="s" icon={iconScan} onClick={() => camera.open()}>
          {text.camera}
        </Button>
      </form>
      {problem !== null && (
        <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} onClose={() => setProblem(null)} />
      )}
      {found.isError && <ErrorPanel message={serverMessageOf(found.error)} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton height={320} />}
      {found.data?.items.length === 0 && (
        <EmptyState
          title={text.empty}
          action={
            q === '' && date === '' ? undefined : (
              <Button variant="secondary" onClick={reset}>
                {text.reset}
              </Button>
            )
          }
        />
      )}
      {found.data && found.data.items.length > 0 && (
        <>
          <SalesTable
            rows={found.data.items}
            isOneDay={date !== ''}
            onOpen={(row) => open(row.related_id ?? row.id)}
          />
          <Pagination
            page={page}
            pageSize={salesPageSize}
            total={found.data.total}
            onPage={(next) => show({ page: String(next) })}
          />
        </>
      )}
      <ReadSheet
        isOpen={camera.isOpen}
        withCamera
        onCamera={() => camera.open()}
        onClose={camera.close}
        scans={scans}
        take={take}
      />
    </div>
  )
}
