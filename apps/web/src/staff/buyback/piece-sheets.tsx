import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import { type BuybackWay, buybackWays, wayNames } from '@shirogane/contract/terms/buyback-words'
import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { type ReactNode, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './buyback.module.css'

type Item = BuybackDetails['items'][number]
type Props = {
  id: string
  item: Item
  onClose: () => void
  onDone: (next: BuybackDetails) => void
}

const isPrice = (value: EnteredNumber): value is number =>
  typeof value === 'number' && value >= 1 && value <= limits.amountMax

/** A form over the piece: what is missing is said at once and at its place, what was refused stands below it. */
function PieceForm({
  title,
  note,
  label,
  isReady,
  send,
  onClose,
  onDone,
  children,
}: {
  title: string
  note: string
  label: string
  isReady: boolean
  send: () => Promise<BuybackDetails>
  onClose: () => void
  onDone: (next: BuybackDetails) => void
  children: ReactNode
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(): Promise<void> {
    if (!isReady || isSending) return
    setProblem(null)
    setSending(true)
    try {
      onDone(await send())
      refetch('inventory.list', 'inventory.show', 'skus.search')
    } catch (error) {
      setProblem(messageOf(error))
    }
    setSending(false)
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      description={note}
      footer={
        <Button block disabled={!isReady || isSending} onClick={() => void submit()}>
          {label}
        </Button>
      }
    >
      <form
        className={panes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Sheet>
  )
}

/** Puts a piece on sale as an article of which there is one. */
export function StockSheet({ id, item, onClose, onDone }: Props) {
  // One article, however often the form is sent.
  const [articleId] = useState(() => uuid7())
  const [name, setName] = useState(item.name.slice(0, 40))
  const [price, setPrice] = useState<EnteredNumber>(null)
  const [size, setSize] = useState('')
  return (
    <PieceForm
      title={text.toStock}
      note={text.toStockNote}
      label={text.toStockDo}
      isReady={name.trim() !== '' && isPrice(price)}
      send={() =>
        call('admin.stockBuyback', {
          params: { id, line: String(item.line) },
          body: {
            id: articleId,
            name: name.trim(),
            price: price ?? 0,
            size: size.trim() === '' ? null : size.trim(),
          },
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Field label={text.articleName} need="required">
        <TextInput value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className={styles.pair}>
        <Field label={text.articlePrice} need="required">
          <NumberInput value={price} onChange={setPrice} />
        </Field>
        <Field label={text.articleSize}>
          <TextInput value={size} maxLength={20} onChange={(event) => setSize(event.target.value)} />
        </Field>
      </div>
    </PieceForm>
  )
}

/** Lets a piece go by hand: melted, handed back, or somewhere else. */
export function DisposeSheet({ id, item, onClose, onDone }: Props) {
  const [kind, setKind] = useState<BuybackWay>('melted')
  const [to, setTo] = useState('')
  return (
    <PieceForm
      title={text.dispose}
      note={item.article === null ? text.disposeNote : text.disposeStockNote}
      label={text.disposeDo}
      isReady={to.trim() !== ''}
      send={() =>
        call('admin.disposeBuyback', {
          params: { id, line: String(item.line) },
          body: { kind, disposed_to: to.trim() },
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Segmented<BuybackWay>
        label={text.way}
        options={buybackWays.map((value) => ({ value, label: wayNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      <Field label={text.disposeTo} need="required">
        <TextInput value={to} maxLength={60} onChange={(event) => setTo(event.target.value)} />
      </Field>
    </PieceForm>
  )
}

/** Whom a piece was sold to, as they say it. */
export function BuyerSheet({ id, item, onClose, onDone }: Props) {
  const [buyer, setBuyer] = useState({ name: '', address: '', occupation: '', age: '' })
  const age = readNumber(buyer.age)
  const set = (field: keyof typeof buyer) => (event: { target: { value: string } }) =>
    setBuyer((now) => ({ ...now, [field]: event.target.value }))
  const { sale } = item
  if (sale === null) return null
  const isReady =
    [buyer.name, buyer.address, buyer.occupation].every((value) => value.trim() !== '') &&
    typeof age === 'number' &&
    age <= 130
  return (
    <PieceForm
      title={text.writeBuyer}
      note={text.buyerNote}
      label={text.buyerSave}
      isReady={isReady}
      send={() =>
        call('admin.buybackBuyer', {
          params: { id, line: String(item.line) },
          body: {
            transaction_id: sale.id,
            name: buyer.name.trim(),
            address: buyer.address.trim(),
            occupation: buyer.occupation.trim(),
            age: age ?? 0,
          },
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Field label={text.name} need="required">
        <TextInput value={buyer.name} maxLength={60} autoComplete="off" onChange={set('name')} />
      </Field>
      <Field label={text.address} need="required">
        <TextInput value={buyer.address} maxLength={200} autoComplete="off" onChange={set('address')} />
      </Field>
      <div className={styles.pair}>
        <Field label={text.occupation} need="required">
          <TextInput
            value={buyer.occupation}
            maxLength={40}
            autoComplete="off"
            onChange={set('occupation')}
          />
        </Field>
        <Field label={text.ageLabel} need="required">
          <TextInput
            inputMode="numeric"
            value={buyer.age}
            maxLength={3}
            autoComplete="off"
            onChange={set('age')}
          />
        </Field>
      </div>
    </PieceForm>
  )
}
