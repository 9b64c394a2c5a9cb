import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { ApprovalSheet } from '../../approvals/ApprovalSheet.tsx'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { Problem } from '../Problem.tsx'
import { text } from '../text.ts'
import { useStockAct } from '../use-stock-act.ts'
import { PiecesInput } from '../PiecesInput.tsx'
import styles from '../inventory.module.css'

type Act = keyof typeof text.acts
type Mode = 'difference' | 'actual'
type Body = {
  kind: Act
  quantity: number
  reason?: string
  note?: string
  place?: 'shelf' | 'hold' | 'damaged'
  expected?: number
  store_id: string
}
type AdjustSheetProps = {
  item: StockDetail
  store: string
  onClose: () => void
}

/**
 * A shelf that is not what the books say, articles that leave for good, and articles that came back and were looked at.
 */
export function AdjustSheet({ item, store, onClose }: AdjustSheetProps) {
  const level = item.stores.find(({ id }) => id === store)!
  const [kind, setKind] = useState<Act>('adjust')
  const [mode, setMode] = useState<Mode>('difference')
  const [sign, setSign] = useState<'+' | '-'>('-')
  const [figure, setFigure] = useState<EnteredNumber>(null)
  const [place, setPlace] = useState<'shelf' | 'hold' | 'damaged'>('shelf')
  const [reason, setReason] = useState<string>(text.reasonOptions[0])
  const [note, setNote] = useState('')
  const [asking, setAsking] = useState<Body | null>(null)
  const { act, problem } = useStockAct('inventory.move')

  const difference =
    typeof figure !== 'number'
      ? null
      : mode === 'actual'
        ? figure - level.quantity
        : sign === '-'
          ? -figure
          : figure
  const quantity = kind === 'adjust' ? difference : (figure ?? null)
  const isWrong = quantity === null || quantity === 0

  function bodyOf(): Body {
    const words = note.trim()
    return {
      kind,
      quantity: quantity ?? 0,
      store_id: store,
      ...(kind !== 'inspect' && { reason }),
      ...(words !== '' && { note: words }),
      ...(kind !== 'adjust' && { place }),
      // A figure that was counted says how many there are, not how many are missing: it must not meet another shelf.
      ...(kind === 'adjust' && mode === 'actual' && { expected: level.quantity }),
    }
  }

  async function send(body: Body, approval_id?: string): Promise<void> {
    const asked = { ...body, ...(approval_id !== undefined && { approval_id }) }
    // How much one clerk may decide alone is a setting, which the server knows.
    let needsApproval = false
    const done = await act(
      { id: item.id, ...asked },
      (idempotencyKey) => call('inventory.move', { params: { id: item.id }, body: asked, idempotencyKey }),
      () => text.adjusted,
      () => {
        needsApproval = true
      },
    )
    setAsking(needsApproval ? body : null)
    if (done !== null) onClose()
  }

  const choose = (next: Act) => {
    setKind(next)
    setFigure(null)
    setPlace('shelf')
  }

  if (asking !== null) {
    return (
      <ApprovalSheet
        kind="stock_adjust"
        subject={{ act: asking.kind, sku_id: item.id, quantity: asking.quantity }}
        amount={Math.abs(asking.quantity)}
        reason={[asking.reason, asking.note].filter(Boolean).join(' ')}
        storeId={store}
        onApproved={(approval_id) => void send(asking, approval_id)}
        onClose={() => setAsking(null)}
      />
    )
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.adjustTitle}
      description={`${level.name} ${item.name}`}
      footer={
        <WriteButton block disabled={isWrong} onClick={() => send(bodyOf())}>
          {text.doIt[kind]}
        </WriteButton>
      }
    >
      <div className={styles.form}>
        <Segmented<Act>
          label={text.what}
          options={(Object.keys(text.acts) as Act[]).map((value) => ({ value, label: text.acts[value] }))}
          value={kind}
          onChange={choose}
        />
        {kind === 'adjust' && (
          <Segmented<Mode>
            label={text.adjustMode}
            options={[
              { value: 'difference', label: text.byDifference },
              { value: 'actual', label: text.bySetting },
            ]}
            value={mode}
            onChange={(value) => {
              setMode(value)
              setFigure(null)
            }}
          />
        )}
        {kind === 'dispose' && (
          <Field label={text.from}>
            <Select size="s" value={place} onChange={(event) => setPlace(event.target.value as typeof place)}>
              {(['shelf', 'damaged', 'hold'] as const).map((value) => (
                <option key={value} value={value}>
                  {text.place[value]} {text.countOf(value === 'shelf' ? level.quantity : level[value])}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {kind === 'inspect' && (
          <Field label={text.result} helper={`${text.place.hold} ${text.countOf(level.hold)}`}>
            <Select size="s" value={place} onChange={(event) => setPlace(event.target.value as typeof place)}>
              <option value="shelf">{text.resale}</option>
              <option value="damaged">{text.broken}</option>
            </Select>
          </Field>
        )}
        <Field
          label={kind !== 'adjust' ? text.pieces : mode === 'actual' ? text.actual : text.difference}
          helper={
            kind === 'adjust' && difference !== null && difference !== 0
              ? text.after(level.quantity, level.quantity + difference)
              : undefined
          }
        >
          <span className={styles.inline}>
            {kind === 'adjust' && mode === 'difference' && (
              <Segmented<'+' | '-'>
                label={text.byDifference}
                options={[
                  { value: '-', label: '−' },
                  { value: '+', label: '＋' },
                ]}
                value={sign}
                onChange={setSign}
              />
            )}
            <PiecesInput label={text.pieces} value={figure} onChange={setFigure} />
          </span>
        </Field>
        {kind !== 'inspect' && (
          <Field label={text.reason}>
            <Select size="s" value={reason} onChange={(event) => setReason(event.target.value)}>
              {text.reasonOptions.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={text.note} need="optional">
          <TextInput
            size="s"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {problem !== null && <Problem>{problem}</Problem>}
      </div>
    </Sheet>
  )
}
