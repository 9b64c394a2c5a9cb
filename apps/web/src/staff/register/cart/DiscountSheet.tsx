import { discountOn } from '@shirogane/contract/rules/pricing'
import { discountKinds, discountReasons } from '@shirogane/contract/terms/sale-terms'
import type { Discount, DiscountKind, DiscountReason } from '@shirogane/contract/terms/sale-terms'
import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import { amountAfterKey } from '@shirogane/ui/inputs/keypad-keys'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { KeypadDisplay } from '@shirogane/ui/inputs/KeypadDisplay'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyListener } from '../scan/use-commands.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'
import styles from '../sheets.module.css'

type DiscountSheetProps = {
  title: string
  /** What it is taken off. */
  base: number
  current: Discount | null
  /** Yen that the clerk who stands here may take off alone; null where they need no approval. */
  ceiling: number | null
  onApply: (discount: Discount | null) => void
  onClose: () => void
  keys: KeyListener
}

const quick: Readonly<Record<DiscountKind, readonly number[]>> = {
  percent: [5, 10, 20, 50],
  yen: [100, 500, 1_000, 5_000],
}
const noteMax = 60

/** How much is taken off, and why. It lives while it is open: every opening begins with what stands in the cart. */
export function DiscountSheet({ title, base, current, ceiling, onApply, onClose, keys }: DiscountSheetProps) {
  const formId = useId()
  const apply = useRef<HTMLButtonElement>(null)
  const [kind, setKind] = useState<DiscountKind>(current?.kind ?? 'percent')
  const [value, setValue] = useState(current?.value ?? 0)
  const [reason, setReason] = useState<DiscountReason | null>(current?.reason ?? null)
  const [note, setNote] = useState(current?.note ?? '')
  const [isTried, setTried] = useState(false)
  const most = kind === 'percent' ? 100 : limits.amountMax

  const onKey = (key: KeypadKey) => {
    setValue((now) => amountAfterKey(now, key, most))
    return () => setValue(value)
  }
  const onHardwareKey = useEffectEvent(onKey)
  useEffect(() => {
    keys.current = (key) => (key === '.' ? null : onHardwareKey(key))
    return () => {
      keys.current = null
    }
  }, [keys])

  const off = discountOn(base, { kind, value })
  const valueProblem = value === 0 ? text.discountValueNeeded : off > base ? text.discountTooMuch : null
  const reasonProblem = reason === null ? text.discountReasonNeeded : null
  const noteProblem = reason === 'other' && note.trim() === '' ? text.discountNoteNeeded : null

  const submit = () => {
    setTried(true)
    if (valueProblem !== null || reason === null || noteProblem !== null) return
    onApply({ kind, value, reason, ...(reason === 'other' && { note: note.trim() }) })
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      wide
      initialFocus={apply}
      footer={
        <div className={styles.buttons}>
          {current !== null && (
            <Button
              variant="secondary"
              onClick={() => {
                onApply(null)
                onClose()
              }}
            >
              {text.discountRemove}
            </Button>
          )}
          <Button ref={apply} type="submit" form={formId} block>
            {text.discountApply}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.twoColumns}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={styles.form}>
          <Segmented
            label={text.discountKind}
            options={discountKinds.map((each) => ({ value: each, label: text.discountKinds[each] }))}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setValue(0)
            }}
          />
          <div>
            <KeypadDisplay
              label={text.discountValue}
              value={value}
              {...(kind === 'percent' && { unit: '%' as const })}
            />
            {isTried && valueProblem !== null && (
              <p role="alert" className={styles.missing}>
                {valueProblem}
              </p>
            )}
          </div>
          <div className={styles.quick}>
            {quick[kind].map((each) => (
              <ChoiceButton
                key={each}
                className="figures"
                isChosen={value === each}
                onClick={() => setValue(each)}
              >
                {kind === 'percent' ? text.percent(each) : yenSign(each)}
              </ChoiceButton>
            ))}
          </div>
          <Keypad label={text.keypad} onKey={onKey} />
        </div>
        <div className={styles.form}>
          <p className={styles.result} aria-live="polite">
            {text.discountResult(base, Math.max(0, base - off))}
          </p>
          {ceiling !== null && off > ceiling && (
            <p className={styles.note}>{text.discountCeiling(ceiling)}</p>
          )}
          <Field group label={text.discountReason} need="required" error={isTried ? reasonProblem : null}>
            <div className={styles.choices}>
              {discountReasons.map((each) => (
                <ChoiceButton key={each} isChosen={reason === each} onClick={() => setReason(each)}>
                  {text.discountReasons[each]}
                </ChoiceButton>
              ))}
            </div>
          </Field>
          {reason === 'other' && (
            <Field label={text.discountNote} need="required" error={isTried ? noteProblem : null}>
              <TextInput
                size="s"
                value={note}
                maxLength={noteMax}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          )}
        </div>
      </form>
    </Sheet>
  )
}
