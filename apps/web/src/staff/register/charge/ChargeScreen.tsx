import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { KeypadDisplay } from '@shirogane/ui/inputs/KeypadDisplay'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useChargeLimits } from '../../../shared/money/charge-limits.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useSheet } from '../../../shell/navigation/navigation.tsx'
import { yenSign } from '../../shared/cash/money.ts'
import { openDrawerFor } from '../devices/open-drawer-for.ts'
import type { RegisterModeProps } from '../mode-props.ts'
import { MemberDesk } from '../member/MemberDesk.tsx'
import { MemberSlot } from '../member/MemberSlot.tsx'
import { type Present, useMemberReader } from '../member/use-member.ts'
import { type Charged, ChargedView } from './ChargedView.tsx'
import { text } from './text.ts'
import styles from '../member/member.module.css'

type Entry = 'amount' | 'tendered'

const usual = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000] as const
/** What the customer may hold out for this much: the sum itself, and the next whole notes. */
const tenderedFor = (amount: number): number[] => [
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
  const [isAsking, setAsking] = useState(false)
  // The key is of this member and not of their code: read anew after a lost answer, they are still the same.
  const {
    send: sendAct,
    problem,
    say,
  } = useAct('transactions.chargeCash', {
    keptFor: member?.customer.id ?? '',
  })
  const code = useSheet('code')
  const reader = useMemberReader(registerId, setMember)

  const { amount, tendered } = values
  const put = (which: Entry, value: number) => {
    say(null)
    setValues((now) => ({ ...now, [which]: value }))
  }

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
    say(null)
    setAsking(true)
  }

  async function send(): Promise<void> {
    if (member === null) return
    const wish = { amount, cash_tendered: tendered, register_id: registerId }
    const outcome = await sendAct({
      wish,
      send: (idempotencyKey) =>
        call('transactions.chargeCash', { body: { ...wish, to: member.by }, idempotencyKey }),
    })
    if (outcome.is === 'failed') setAsking(false)
    if (outcome.is !== 'done') return
    const transaction = outcome.answer
    openDrawerFor(transaction, transaction)
    onCharged({ transaction, name: member.customer.name })
  }

  return (
    <>
      <MemberDesk
        reader={reader}
        amount={values[entry]}
        onAmount={(value) => put(entry, value)}
        isAsking={isAsking}
        about={
          <>
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
                  {tenderedFor(amount).map((one) => (
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
          </>
        }
        display={
          <>
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
          </>
        }
        problem={problem}
        obstacle={obstacle}
        confirmLabel={text.toConfirm(amount)}
        onConfirm={ask}
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
    </>
  )
}
