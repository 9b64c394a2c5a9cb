import { silverPrice } from '@shirogane/domain/money/money'
import type { SkuSilver } from '@shirogane/contract/resources/brand/skus'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyListener } from '../scan/use-commands.ts'
import { text } from '../text.ts'
import { type CommandListener, useCommandListener } from '../scan/use-commands.ts'
import { type TypedWeight, weightAfterKey } from './weight-keys.ts'
import styles from '../sheets.module.css'

type WeightSheetProps = {
  name: string
  silver: SkuSilver
  /** The weight that stands in the cart, where it is weighed anew. */
  current?: number
  onWeighed: (weight_mg: number) => void
  onClose: () => void
  keys: KeyListener
  commands: CommandListener
}

type Entry = { weight: TypedWeight; problem: string | null }

const mgPerHundredth = 10
const hundredthsMax = 1_000_000 / mgPerHundredth

/** What a piece weighs that was cut to measure: its price follows. */
export function WeightSheet({
  name,
  silver,
  current = 0,
  onWeighed,
  onClose,
  keys,
  commands,
}: WeightSheetProps) {
  const formId = useId()
  const done = useRef<HTMLButtonElement>(null)
  const isWeighed = useRef(false)
  const [entry, setEntry] = useState<Entry>({
    weight: { hundredths: current / mgPerHundredth, decimals: null },
    problem: null,
  })
  const { weight, problem } = entry
  const onKey = (key: KeypadKey | '.') => {
    // Several keys may come at once, between two drawings of the screen.
    setEntry((now) => {
      const next = weightAfterKey(now.weight, key, hundredthsMax)
      return next === null ? { ...now, problem: text.weightPlaces } : { weight: next, problem: null }
    })
    return () => setEntry(entry)
  }
  const onHardwareKey = useEffectEvent(onKey)
  useEffect(() => {
    keys.current = (key) => onHardwareKey(key)
    return () => {
      keys.current = null
    }
  }, [keys])
  const weight_mg = weight.hundredths * mgPerHundredth
  const price = weight_mg === 0 ? 0 : silverPrice({ ...silver, weight_mg })
  const weigh = () => {
    if (weight_mg === 0) {
      setEntry({ weight, problem: text.weightNeeded })
      return
    }
    // A key that bounces would add it once more.
    if (isWeighed.current) return
    isWeighed.current = true
    onWeighed(weight_mg)
    onClose()
  }
  useCommandListener(commands, true, ({ kind }) => {
    if (kind === 'confirm') weigh()
    else if (kind === 'back') onClose()
    return kind === 'confirm' || kind === 'back'
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.weightSheet}
      description={name}
      initialFocus={done}
      footer={
        <Button ref={done} type="submit" form={formId} block>
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
          weigh()
        }}
      >
        <p className={styles.note}>{text.weightLead}</p>
        <div className={styles.figure}>
          <span className={styles.label}>{text.weight}</span>
          <output className="figures">{text.grams(weight_mg)}</output>
        </div>
        {problem !== null && (
          <p role="alert" className={styles.missing}>
            {problem}
          </p>
        )}
        <Keypad label={text.keypad} onKey={onKey} />
        <p className={styles.between} aria-live="polite">
          <span className={styles.note}>{text.silverTerms(silver.fineness, silver.price_per_g)}</span>
          <Amount value={price} unit="¥" size="m" />
        </p>
      </form>
    </Sheet>
  )
}
