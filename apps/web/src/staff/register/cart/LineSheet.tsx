import { limits } from '@shirogane/contract/rules/limits'
import { freeTaxRates } from '@shirogane/contract/terms/sale-terms'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useId, useRef, useState } from 'react'
import type { Line, LineChange } from './cart.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'
import styles from '../sheets.module.css'

type LineSheetProps = {
  line: Line
  /** What is taken off this line now. */
  off: number
  onChange: (change: LineChange) => void
  onDiscount: () => void
  onWeigh: (() => void) | null
  onClose: () => void
}

const noteMax = 60

/** Everything about one line. The price of an article is the catalogue's; that of a typed amount may be typed again. */
export function LineSheet({ line, off, onChange, onDiscount, onWeigh, onClose }: LineSheetProps) {
  const formId = useId()
  const save = useRef<HTMLButtonElement>(null)
  const isTyped = line.sku_id === null
  /** By how many pieces it is to change: a piece that is scanned meanwhile comes on top. */
  const [by, setBy] = useState(0)
  const quantity = Math.min(line.quantity + by, limits.quantityMax)
  const isSaved = useRef(false)
  const [note, setNote] = useState(line.note ?? '')
  const [price, setPrice] = useState<EnteredNumber>(line.unit_price)
  const [rate, setRate] = useState(line.tax_rate)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = () => {
    const unit_price = price ?? 0
    const isAmount = unit_price >= 1 && unit_price <= limits.amountMax
    if (isTyped && !isAmount) {
      // Of a text that is no number the field says so by itself.
      if (price !== undefined) setProblem(text.amountNeeded)
      return
    }
    // A key that bounces would save it once more.
    if (isSaved.current) return
    isSaved.current = true
    onChange({
      quantity,
      note: note.trim() === '' ? null : note.trim(),
      ...(isTyped && { unit_price, tax_rate: rate }),
    })
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.lineSheet}
      description={[line.name, line.sku].filter(Boolean).join('　')}
      initialFocus={save}
      footer={
        <Button ref={save} type="submit" form={formId} block>
          {text.saveLine}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={styles.between}>
          <span className={styles.label}>{text.quantity}</span>
          <QuantityStepper
            label={text.quantityOf(line.name)}
            value={quantity}
            min={1}
            max={limits.quantityMax}
            onChange={(next) => setBy(next - line.quantity)}
          />
        </div>
        {isTyped ? (
          <>
            <Field label={text.unitPrice} error={problem}>
              <NumberInput
                size="s"
                value={price}
                onChange={(entered) => {
                  setProblem(null)
                  setPrice(entered)
                }}
              />
            </Field>
            <Segmented
              label={text.taxRate}
              options={freeTaxRates.map((each) => ({ value: String(each), label: text.taxRates[each] }))}
              value={String(rate)}
              onChange={(next) => setRate(Number(next))}
            />
          </>
        ) : (
          <div className={styles.between}>
            <span>
              <span className={styles.label}>{text.unitPrice}</span>
              <span className={styles.note}>　{text.priceFixed}</span>
            </span>
            <Amount value={line.unit_price} unit="¥" size="row" />
          </div>
        )}
        {line.silver !== null && (
          <div className={styles.between}>
            <span>
              <span className={styles.label}>
                {text.weight}　{text.grams(line.weight_mg ?? line.silver.weight_mg)}
              </span>
              <br />
              <span className={styles.note}>
                {text.silverTerms(line.silver.fineness, line.silver.price_per_g)}
              </span>
            </span>
            {onWeigh !== null && (
              <Button variant="secondary" size="s" onClick={onWeigh}>
                {text.weightSheet}
              </Button>
            )}
          </div>
        )}
        <div className={styles.between}>
          <span>
            <span className={styles.label}>{text.discount}</span>
            {line.discount !== null && (
              <span className={styles.note}>
                　{yenSign(-off)}（{text.discountReasons[line.discount.reason]}）
              </span>
            )}
          </span>
          <Button variant="secondary" size="s" onClick={onDiscount}>
            {line.discount === null ? text.discountApply : text.saveLine}
          </Button>
        </div>
        <Field label={text.note} need="optional" helper={text.noteHelper}>
          <TextInput
            size="s"
            value={note}
            maxLength={noteMax}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Sheet>
  )
}
