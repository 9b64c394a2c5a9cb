import { terminalBrands } from '@shirogane/contract/terms/sale-terms'
import type { TerminalBrand } from '@shirogane/contract/terms/sale-terms'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useId, useRef, useState } from 'react'
import { text } from '../text.ts'
import type { SlipBegun, TerminalSlip } from '../machine/sale-parts.ts'
import { type CommandListener, useCommandListener } from '../scan/use-commands.ts'
import styles from '../sheets.module.css'

type TerminalSheetProps = {
  /** What is to be keyed into the terminal. */
  amount: number
  /** A slip of another amount: the terminal took it already. */
  before: TerminalSlip | null
  /** What was typed of it already, before the sale was changed and is looked at again. */
  begun: SlipBegun | null
  onBegin: (change: (begun: SlipBegun | null) => SlipBegun) => void
  onDone: (slip: TerminalSlip) => void
  onClose: () => void
  commands: CommandListener
}

const numberLength = 12

function numberAfterKey(number: string, key: KeypadKey): string {
  if (key === 'clear') return ''
  return key === 'erase' ? number.slice(0, -1) : (number + key).slice(0, numberLength)
}

/** The card terminal stands beside the register and knows nothing of it: what it printed is typed in before money moves here. */
export function TerminalSheet({
  amount,
  before,
  begun,
  onBegin,
  onDone,
  onClose,
  commands,
}: TerminalSheetProps) {
  const formId = useId()
  const number = useRef<HTMLInputElement>(null)
  /** Of another amount it is the slip of another payment. */
  const ofThis = (one: SlipBegun | null) =>
    one?.amount === amount ? one : { brand: null, approval: '', amount }
  const { brand, approval } = ofThis(begun)
  const setBrand = (chosen: TerminalBrand) => onBegin((now) => ({ ...ofThis(now), brand: chosen }))
  const setApproval = (change: (approval: string) => string) =>
    onBegin((now) => ({ ...ofThis(now), approval: change(ofThis(now).approval) }))
  const [isTried, setTried] = useState(false)
  const approval_number = approval.normalize('NFKC').trim().toUpperCase()
  const isNumber = /^[0-9A-Z-]{1,12}$/.test(approval_number)
  const done = () => {
    setTried(true)
    if (brand !== null && isNumber) onDone({ brand, approval_number, amount })
  }
  useCommandListener(commands, true, (command) => {
    if (command.kind === 'brand') setBrand(command.brand)
    else if (command.kind === 'key') setApproval((now) => numberAfterKey(now, command.key))
    else if (command.kind === 'confirm') done()
    else if (command.kind === 'back') onClose()
    else return false
    return true
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.terminalTitle}
      initialFocus={number}
      footer={
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onClose}>
            {text.terminalStop}
          </Button>
          <Button type="submit" form={formId} block>
            {text.terminalDone}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        <div className={styles.figure}>
          <span className={styles.label}>{text.terminalAmount}</span>
          <Amount value={amount} unit="¥" size="l" />
        </div>
        <p className={styles.note}>{text.terminalLead}</p>
        {before !== null && (
          <p role="alert" className={styles.missing}>
            {text.terminalChanged}
          </p>
        )}
        <Field
          group
          label={text.terminalBrand}
          need="required"
          error={isTried && brand === null ? text.terminalBrandNeeded : null}
        >
          <div className={styles.choices}>
            {terminalBrands.map((each) => (
              <ChoiceButton key={each} isChosen={brand === each} onClick={() => setBrand(each)}>
                {text.terminalBrands[each]}
              </ChoiceButton>
            ))}
          </div>
        </Field>
        <Field
          label={text.terminalApproval}
          need="required"
          helper={text.terminalApprovalHelper}
          error={isTried && !isNumber ? text.terminalApprovalNeeded : null}
        >
          <TextInput
            ref={number}
            size="s"
            autoComplete="off"
            autoCapitalize="characters"
            inputMode="text"
            maxLength={numberLength}
            value={approval}
            onChange={({ target: { value } }) => setApproval(() => value)}
          />
        </Field>
      </form>
    </Sheet>
  )
}
