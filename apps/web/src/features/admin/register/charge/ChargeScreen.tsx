import { limits } from '@shirogane/contract/limits'
import type { Transaction } from '@shirogane/contract/resources'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { ChoiceButton } from '@shirogane/ui/ChoiceButton'
import { Keypad } from '@shirogane/ui/Keypad'
import { amountAfterKey, keypadKeyOf } from '@shirogane/ui/keypad-keys'
import type { KeypadKey } from '@shirogane/ui/keypad-keys'
import { KeypadDisplay } from '@shirogane/ui/KeypadDisplay'
import { Segmented } from '@shirogane/ui/Segmented'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../lib/api.ts'
import { useChargeLimits } from '../../../../lib/charge-limits.ts'
import { useOnline } from '../../../../lib/connection.ts'
import { useSheet } from '../../../../lib/navigation.tsx'
import { uuid7 } from '../../../../lib/uuid7.ts'
import { takeHandedOver } from '../../handed-over.ts'
import { yenSign } from '../../money.ts'
import { useScanner } from '../../use-scanner.ts'
import { openDrawer } from '../drawer.ts'
import type { RegisterModeProps } from '../modes.tsx'
import { MemberSlot } from '../point/MemberSlot.tsx'
import { type Present, useMemberReader } from '../point/use-member.ts'
import { ReadSheet } from '../ReadSheet.tsx'
import { ChargedView } from './ChargedView.tsx'
import { text } from './text.ts'
import styles from '../point/point.module.css'

type Entry = 'amount' | 'tendered'
export type Charged = { transaction: Transaction; name: string }

const usual = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000] as const
/** What somebody may hold out for this much: the sum itself, and the next whole notes. */
const handedFor = (amount: number): number[] => [
  ...new Set([amount, ...[1_000, 5_000, 10_000].map((note) => Math.ceil(amount / note) * note)]),
]

/** Cash for a member's balance: who, how much, what was handed over, and the change. */
export default function ChargeScreen({ registerId }: RegisterModeProps) {
  const [charged, setCharged] = useState<Charged | null>(null)
  if (charged !== null) return <ChargedView charged={charged} onNext={() => setCharged(null)} />
  return <Charging registerId={registerId} onCharged={setCharged} />
}

function Charging({ registerId, onCharged }: RegisterModeProps & { onCharged: (charged: Charged) => void }) {
  const isOnline = useOnline()
  const bounds = useChargeLimits()
  const [member, setMember] = useState<Present | null>(null)
  const [entry, setEntry] = useState<Entry>('amount')
  const [values, setValues] = useState<Readonly<Record<Entry, number>>>({ amount: 0, tendered: 0 })
  /** One act of charging: its key stays the same until its answer is known. */
  const [key, setKey] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const sheet = useSheet('scan')
  const code = useSheet('code')
  const reader = useMemberReader(registerId, setMember)
  // A code that was read on another page belongs here as if it had just been read.
  const takeWaiting = useEffectEvent(() => {
    const waiting = takeHandedOver()
    if (waiting !== null) void reader.read(waiting)
  })
  useEffect(() => takeWaiting(), [])

  const { amount, tendered } = values
  const isSheetOpen = sheet.isOpen || code.isOpen || isAsking
  const put = (which: Entry, value: number) => {
    setProblem(null)
    setValues((now) => ({ ...now, [which]: value }))
  }
  const press = (pressed: KeypadKey) => {
    const before = values
    put(entry, amountAfterKey(before[entry], pressed, limits.amountMax))
    return () => setValues(before)
  }
  useScanner({
    onScan: (scanned) => void reader.read(scanned),
    onTyped: (characters) => {
      const before = values
      const digits = [...characters].filter((character) => /\d/.test(character))
      if (!isSheetOpen)
        put(
          entry,
          digits.reduce(
            (all, digit) => amountAfterKey(all, digit as KeypadKey, limits.amountMax),
            before[entry],
          ),
        )
      return () => setValues(before)
    },
    isPaused: isAsking,
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isSheetOpen) return
    if (event.key === 'F9') {
      event.preventDefault()
      code.open()
    } else if (event.key === 'F12') {
      event.preventDefault()
      ask()
    } else if (!(event.target instanceof HTMLInputElement)) {
      const pressed = keypadKeyOf(event)
      if (pressed !== 'erase' && pressed !== 'clear') return
      event.preventDefault()
      press(pressed)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const change = tendered - amount
  const after = (member?.customer.wallet.balance ?? 0) + amount
  const obstacle = !isOnline
    ? text.offline
    : member === null
      ? text.needMember
      : amount === 0
        ? text.needAmount
        : amount < bounds.min || amount > bounds.max
          ? text.outOfBounds(bounds.min, bounds.max)
          : after > bounds.balanceMax
            ? text.overMax(bounds.balanceMax)
            : tendered === 0
              ? text.needTendered
              : change < 0
                ? text.short(-change)
                : null

  function ask(): void {
    if (obstacle !== null) return
    setProblem(null)
    // The same act again after a lost answer goes out under the same key; any change makes another one.
    setKey((now) => now ?? uuid7())
    setAsking(true)
  }
  useEffect(() => setKey(null), [member, amount, tendered])

  async function send(): Promise<void> {
    if (member === null || key === null) return
    try {
      const transaction = await call('transactions.chargeCash', {
        body: { to: member.by, amount, cash_tendered: tendered, register_id: registerId },
        idempotencyKey: key,
      })
      void openDrawer()
      onCharged({ transaction, name: member.customer.name })
    } catch (error) {
      setAsking(false)
      setProblem(messageOf(error))
      const isUnknown = error instanceof ApiError && (error.isNetwork || error.code === 'PAYMENT_UNKNOWN')
      if (!isUnknown) setKey(null)
    }
  }

  return (
    <div className={styles.screen}>
      <div className={styles.left}>
        <MemberSlot
          label={text.member}
          present={member}
          isNext={member === null}
          isReading={reader.isReading}
          shows="balance"
          onRead={() => {
            reader.clearProblem()
            code.open()
          }}
        />
        {reader.problem !== null && (
          <p role="alert" className={styles.problem}>
            {reader.problem}
          </p>
        )}
        <fieldset className={styles.reasons}>
          <legend className={styles.label}>{text.amount}</legend>
          <div className={styles.choices}>
            {usual
              .filter((one) => one >= bounds.min && one <= bounds.max)
              .map((one) => (
                <ChoiceButton
                  key={one}
                  isChosen={one === amount}
                  onClick={() => {
                    put('amount', one)
                    setEntry('tendered')
                  }}
                >
                  {yenSign(one)}
                </ChoiceButton>
              ))}
          </div>
          <p className={styles.small}>
            {text.bounds(bounds.min, bounds.max)}・{text.balanceMax(bounds.balanceMax)}
          </p>
        </fieldset>
        {amount > 0 && (
          <fieldset className={styles.reasons}>
            <legend className={styles.label}>{text.tendered}</legend>
            <div className={styles.choices}>
              {handedFor(amount).map((one) => (
                <ChoiceButton key={one} isChosen={one === tendered} onClick={() => put('tendered', one)}>
                  {one === amount ? text.exact : yenSign(one)}
                </ChoiceButton>
              ))}
            </div>
          </fieldset>
        )}
        <dl className={styles.rows}>
          <div>
            <dt>{text.tendered}</dt>
            <dd>
              <Amount value={tendered} unit="¥" size="row" />
            </dd>
          </div>
          <div>
            <dt>{text.change}</dt>
            <dd>
              <Amount value={Math.max(0, change)} unit="¥" size="l" />
            </dd>
          </div>
          {member !== null && (
            <div>
              <dt>{text.after}</dt>
              <dd>
                <Amount value={after} unit="¥" size="row" />
              </dd>
            </div>
          )}
        </dl>
        <p className={styles.small}>{text.noTax}</p>
      </div>
      <div className={styles.right}>
        <Segmented<Entry>
          label={text.which}
          options={[
            { value: 'amount', label: text.amount },
            { value: 'tendered', label: text.tendered },
          ]}
          value={entry}
          onChange={setEntry}
        />
        <KeypadDisplay label={text[entry]} value={values[entry]} />
        <Keypad label={text.keypad} onKey={press} />
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <Button block size="pos" disabled={obstacle !== null} onClick={ask}>
          {obstacle ?? text.toConfirm(amount)}
        </Button>
      </div>
      <ReadSheet
        isOpen={sheet.isOpen || code.isOpen}
        withCamera={sheet.isOpen}
        onCamera={() => sheet.open()}
        // Only the one that is open: to close is a step back, and two steps would leave the page.
        onClose={() => (sheet.isOpen ? sheet : code).close()}
        take={async (raw) => ((await reader.read(raw)) ? { kind: 'member' } : { kind: 'unknown' })}
      />
      <AlertDialog
        isOpen={isAsking}
        title={text.question(member?.customer.name ?? '', amount)}
        confirmLabel={text.yes}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        {text.taken(tendered, Math.max(0, change))}
      </AlertDialog>
    </div>
  )
}
