import type { StoreSheet } from '@shirogane/contract/resources/brand/stores'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, type Body, call, messageOf } from '../../shell/api/api.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { DetailPane, Pane } from '../shared/lists/Panes.tsx'
import { CloseShop } from './CloseShop.tsx'
import { History } from './History.tsx'
import { showStore, storeQuery } from './queries.ts'
import { StoreDevices } from './StoreDevices.tsx'
import { type Acting, StoreRegisters } from './StoreRegisters.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

const labels = text.storeFields
const nameOf = (key: string) => (labels as Readonly<Record<string, string>>)[key] ?? key

/** One shop: what its receipts print, what holds there, its registers and their devices, and who changed what. */
export function StoreDetail({
  id,
  mayChange,
  onClose,
}: {
  id: string
  mayChange: boolean
  onClose: () => void
}) {
  const query = useQuery(storeQuery(id))
  const { withStepUp, stepUpSheet } = useStepUp()
  return (
    <DetailPane query={query} label={text.store} onClose={onClose}>
      {(store) => (
        <>
          <header className={panes.detailHead}>
            <span className="figures">{store.code}</span>
          </header>
          <h3 className={panes.name}>{store.name}</h3>
          {store.closed_on !== null && (
            <InfoStrip icon={iconWarn} tone="warn" title={text.shopClosed(longDate(store.closed_on))} />
          )}
          <Change store={store} mayChange={mayChange} withStepUp={withStepUp} />
          <StoreRegisters
            store={store}
            mayChange={mayChange && store.closed_on === null}
            withStepUp={withStepUp}
          />
          <StoreDevices store={store} withStepUp={withStepUp} />
          {mayChange && store.closed_on === null && <CloseShop store={store} withStepUp={withStepUp} />}
          <History changes={store.changes} nameOf={nameOf} />
          {stepUpSheet}
        </>
      )}
    </DetailPane>
  )
}

type Typed = {
  name: string
  postcode: string
  address: string
  phone: string
  day_start: string
  stock_below_zero: boolean
  register_refund_max: string
}
type Problems = Readonly<Record<string, string | undefined>>
const textKeys = ['name', 'postcode', 'address', 'phone', 'day_start'] as const
const longest = { name: 40, postcode: 9, address: 100, phone: 15, day_start: 5 } as const
const empty: Typed = {
  name: '',
  postcode: '',
  address: '',
  phone: '',
  day_start: '05:00',
  stock_below_zero: false,
  register_refund_max: '',
}

function typedOf(store: StoreSheet): Typed {
  const { name, postcode, address, phone, day_start, stock_below_zero, register_refund_max } = store
  return {
    name,
    postcode,
    address,
    phone,
    day_start,
    stock_below_zero,
    register_refund_max: register_refund_max === null ? '' : String(register_refund_max),
  }
}

/** Null for what the brand has set; undefined where it is no amount. */
function amountOf(typed: string): number | null | undefined {
  const amount = readNumber(typed)
  return typeof amount === 'number' && amount > 1_000_000 ? undefined : amount
}

function Fields({
  typed,
  problems,
  onChange,
}: {
  typed: Typed
  problems: Problems
  onChange: (change: Partial<Typed>) => void
}) {
  const refund =
    amountOf(typed.register_refund_max) === undefined ? text.invalid : problems['register_refund_max']
  return (
    <>
      {textKeys.map((key) => (
        <Field
          key={key}
          label={labels[key]}
          error={problems[key]}
          {...(key === 'day_start' && { helper: text.dayHelp })}
        >
          <TextInput
            value={typed[key]}
            type={key === 'day_start' ? 'time' : 'text'}
            inputMode={key === 'postcode' || key === 'phone' ? 'tel' : undefined}
            maxLength={longest[key]}
            autoComplete="off"
            onChange={(event) => onChange({ [key]: event.target.value })}
          />
        </Field>
      ))}
      <Field label={labels.register_refund_max} helper={text.refundHelp} error={refund}>
        <TextInput
          value={typed.register_refund_max}
          inputMode="numeric"
          trailing={text.units.yen}
          maxLength={10}
          onChange={(event) => onChange({ register_refund_max: event.target.value })}
        />
      </Field>
      <Switch
        checked={typed.stock_below_zero}
        onChange={(event) => onChange({ stock_below_zero: event.target.checked })}
      >
        {labels.stock_below_zero}
      </Switch>
    </>
  )
}

/** What went wrong: under its field where it has one, else as a whole. */
function problemsOf(error: unknown): { fields: Problems; other: string | null } {
  const fields = error instanceof ApiError ? error.fields : {}
  return { fields, other: Object.keys(fields).length > 0 ? null : messageOf(error) }
}

function Change({ store, mayChange, withStepUp }: Acting) {
  const toast = useToast()
  // A field that was not typed into follows the store: a colleague's change is not taken back by saving another field.
  const [touched, setTouched] = useState<Partial<Typed>>({})
  const [problem, setProblem] = useState<ReturnType<typeof problemsOf> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const before = typedOf(store)
  const typed = { ...before, ...touched }
  const keys = Object.keys(before) as (keyof Typed)[]
  const changed = keys.filter((key) => typed[key] !== before[key])
  const refund = amountOf(typed.register_refund_max)
  const shown = (value: string | boolean) =>
    typeof value === 'boolean' ? (value ? text.on : text.off) : value === '' ? text.empty : value

  async function save(): Promise<void> {
    if (refund === undefined) return
    setBusy(true)
    setProblem(null)
    const next = { ...typed, register_refund_max: refund }
    const body = Object.fromEntries(changed.map((key) => [key, next[key]])) as Body<'admin.updateStore'>
    try {
      const done = await withStepUp('store', () =>
        call('admin.updateStore', { params: { id: store.id }, body }),
      )
      if (done === null) return
      showStore(done.value)
      setTouched({})
      toast({ message: text.saved, kind: 'ok' })
    } catch (error) {
      setProblem(problemsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={panes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={styles.note}>{text.receiptNote}</p>
      <fieldset className={panes.form} disabled={!mayChange}>
        <Fields
          typed={typed}
          problems={problem?.fields ?? {}}
          onChange={(change) => {
            setTouched({ ...touched, ...change })
            setProblem(null)
          }}
        />
      </fieldset>
      {changed.length > 0 && (
        <section className={styles.change} aria-live="polite">
          <h4 className={styles.heading}>{text.change}</h4>
          {changed.map((key) => (
            <p key={key}>
              {labels[key]}：{text.arrow(shown(before[key]), shown(typed[key]))}
            </p>
          ))}
        </section>
      )}
      {problem !== null && problem.other !== null && (
        <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem.other} />
      )}
      <Unsaved when={changed.length > 0} within="id" />
      {mayChange && (
        <Button
          block
          type="submit"
          busy={isBusy}
          disabled={changed.length === 0 || refund === undefined || isIncomplete(typed)}
        >
          {text.save}
        </Button>
      )}
    </form>
  )
}

const isIncomplete = (typed: Typed) => textKeys.some((key) => typed[key].trim() === '')

/** A new shop: its code stands in every number that it ever gives out. */
export function StoreCreate({
  onCreated,
  onClose,
}: {
  onCreated: (id: string) => void
  onClose: () => void
}) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState(empty)
  const [problem, setProblem] = useState<ReturnType<typeof problemsOf> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const leave = useEffectEvent(onCreated)
  // By then nothing asks any more whether what was typed may go.
  useEffect(() => {
    if (made !== null) leave(made)
  }, [made])
  const refund = amountOf(typed.register_refund_max)
  const isTouched = code !== '' || JSON.stringify(typed) !== JSON.stringify(empty)

  async function create(): Promise<void> {
    if (refund === undefined) return
    setBusy(true)
    setProblem(null)
    try {
      const body = { ...typed, code, register_refund_max: refund }
      const done = await withStepUp('store', () => call('admin.createStore', { body }))
      if (done === null) return
      refetch('admin.stores')
      toast({ message: text.storeAdded, kind: 'ok' })
      setMade(done.value.id)
    } catch (error) {
      setProblem(problemsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Pane label={text.addStore} onClose={onClose}>
      <header className={panes.detailHead} />
      <h3 className={panes.name}>{text.addStore}</h3>
      <form
        className={panes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <Field label={labels.code} helper={text.codeHelp} error={problem?.fields['code']}>
          <TextInput
            value={code}
            maxLength={4}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => {
              setCode(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Fields
          typed={typed}
          problems={problem?.fields ?? {}}
          onChange={(change) => {
            setTyped({ ...typed, ...change })
            setProblem(null)
          }}
        />
        {problem !== null && problem.other !== null && (
          <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem.other} />
        )}
        <Unsaved when={isTouched && made === null} within="id" />
        <Button
          block
          type="submit"
          busy={isBusy}
          disabled={code.trim() === '' || refund === undefined || isIncomplete(typed)}
        >
          {text.addStore}
        </Button>
      </form>
      {stepUpSheet}
    </Pane>
  )
}
