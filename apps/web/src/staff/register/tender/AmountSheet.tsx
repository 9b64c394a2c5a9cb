import { limits } from '@shirogane/contract/rules/limits'
import { freeTaxRates } from '@shirogane/contract/terms/sale-terms'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import { amountAfterKey, type KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { KeypadDisplay } from '@shirogane/ui/inputs/KeypadDisplay'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { text } from '../text.ts'
import { type CommandListener, type KeyListener, useCommandListener } from '../scan/use-commands.ts'
import styles from './AmountSheet.module.css'

type AmountSheetProps = {
  isOpen: boolean
  onClose: () => void
  onAdd: (name: string, unit_price: number, quantity: number, tax_rate: number) => void
  /** Keys of the keyboard come here while the sheet is open. */
  keys: KeyListener
  commands: CommandListener
}

const longestName = 40

/** A line that is no article: its name, its price and how many. */
export function AmountSheet({ isOpen, onClose, onAdd, keys, commands }: AmountSheetProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const formId = useId()
  const [name, setName] = useState<string>(text.amountNameDefault)
  const [price, setPrice] = useState(0)
  const [quantity, setQuantity] = useState(1)
  const [rate, setRate] = useState<number>(freeTaxRates[0])
  const [isMissing, setMissing] = useState(false)
  const isAdded = useRef(false)

  const onKey = (key: KeypadKey) => {
    setMissing(false)
    setPrice((now) => amountAfterKey(now, key, limits.amountMax))
    return () => setPrice(price)
  }
  const onHardwareKey = useEffectEvent(onKey)
  useEffect(() => {
    if (!isOpen) return undefined
    setName(text.amountNameDefault)
    setPrice(0)
    setQuantity(1)
    setRate(freeTaxRates[0])
    setMissing(false)
    isAdded.current = false
    keys.current = (key) => (key === '.' ? null : onHardwareKey(key))
    return () => {
      keys.current = null
    }
  }, [isOpen, keys])

  const add = () => {
    if (price === 0) {
      setMissing(true)
      return
    }
    // A key that bounces would add it once more.
    if (isAdded.current) return
    isAdded.current = true
    onAdd(
      name.trim() === '' ? text.amountNameDefault : name.trim().slice(0, longestName),
      price,
      quantity,
      rate,
    )
    onClose()
  }
  useCommandListener(commands, isOpen, ({ kind }) => {
    if (kind === 'confirm') add()
    else if (kind === 'back') onClose()
    return kind === 'confirm' || kind === 'back'
  })

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={text.amountEntry}
      // The focus rests on the button: figures go to the keypad, Enter adds the line.
      initialFocus={addButton}
      footer={
        <Button ref={addButton} type="submit" form={formId} block>
          {text.amountAdd}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field label={text.amountName}>
          <TextInput
            size="s"
            value={name}
            maxLength={longestName}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <div className={styles.pieces}>
          <span className={styles.label}>{text.amountPieces}</span>
          <QuantityStepper
            label={text.amountPieces}
            value={quantity}
            min={1}
            max={limits.quantityMax}
            onChange={setQuantity}
          />
        </div>
        <Segmented
          label={text.taxRate}
          options={freeTaxRates.map((each) => ({ value: String(each), label: text.taxRates[each] }))}
          value={String(rate)}
          onChange={(next) => setRate(Number(next))}
        />
        <div>
          <KeypadDisplay label={text.unitPrice} value={price} />
          {isMissing && (
            <p role="alert" className={styles.missing}>
              {text.amountNeeded}
            </p>
          )}
        </div>
        <Keypad label={text.keypad} onKey={onKey} />
      </form>
    </Sheet>
  )
}
