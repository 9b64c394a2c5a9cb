import { type ExactTender, exactTenders } from '@shirogane/domain/sales/tenders'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { classNames } from '@shirogane/ui/class-names'
import { iconDeferred, iconPoint, iconWallet } from '@shirogane/ui/icons/icons'
import { iconCash, iconTerminal } from '@shirogane/ui/icons/icons-staff'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { KeypadDisplay } from '@shirogane/ui/inputs/KeypadDisplay'
import { TenderButton } from '@shirogane/ui/actions/TenderButton'
import { mostOf, quickCash } from './tenders.ts'
import type { Available, Bill, Entered, Payment } from './tenders.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'
import styles from './PayPane.module.css'

const exactIcons: Record<ExactTender, typeof iconTerminal> = { card: iconTerminal }

type PayPaneProps = {
  bill: Bill
  entered: Entered
  active: Payment
  available: Available
  hasMember: boolean
  onActivate: (payment: Payment) => void
  onEnter: (payment: Payment, amount: number) => void
  onKey: (key: KeypadKey) => void
  /** Opens the terms of a deferred payment: the customer signs for the amount. */
  onDefer: () => void
}

/** The ways to pay, and the keypad that writes into the chosen one. */
export function PayPane({
  bill,
  entered,
  active,
  available,
  hasMember,
  onActivate,
  onEnter,
  onKey,
  onDefer,
}: PayPaneProps) {
  const member = (payment: 'points' | 'balance', note: string) => {
    const most = mostOf(payment, bill.total, entered, available)
    const isOffered = hasMember && entered[payment] === 0 && most > 0
    return (
      <li className={styles.tender}>
        <TenderButton
          icon={payment === 'points' ? iconPoint : iconWallet}
          name={text.tender[payment]}
          note={hasMember ? note : text.memberOnly}
          amount={entered[payment] > 0 ? entered[payment] : undefined}
          isActive={active === payment && hasMember}
          disabled={!hasMember}
          onClick={() => onActivate(payment)}
        />
        {isOffered && (
          <button
            type="button"
            className={styles.whole}
            aria-label={text.wholeOf(text.tender[payment])}
            onClick={() => onEnter(payment, most)}
          >
            {text.whole}
          </button>
        )}
      </li>
    )
  }

  return (
    <div className={styles.pay}>
      <ul className={styles.tenders} aria-label={text.tenders}>
        {member('points', text.usablePoints(available.points))}
        {member('balance', text.usableBalance(available.balance))}
        <li className={styles.tender}>
          <TenderButton
            icon={iconCash}
            name={text.tender.cash}
            note={entered.cash > 0 ? text.ofWhich(bill.cash) : undefined}
            amount={entered.cash > 0 ? entered.cash : undefined}
            isActive={active === 'cash'}
            onClick={() => onActivate('cash')}
          />
        </li>
        {exactTenders.map((tender) => (
          <li key={tender} className={styles.tender}>
            <TenderButton
              icon={exactIcons[tender]}
              name={text.tender[tender]}
              note={entered[tender] > 0 ? text.tenderNotes[tender] : undefined}
              amount={entered[tender] > 0 ? entered[tender] : undefined}
              isActive={active === tender}
              // A tap on an empty row takes what is still open: most cards pay the rest.
              onClick={() =>
                entered[tender] === 0 && bill.remaining > 0
                  ? onEnter(tender, bill.remaining)
                  : onActivate(tender)
              }
            />
          </li>
        ))}
        <li className={styles.tender}>
          <TenderButton
            icon={iconDeferred}
            name={text.tender.later}
            note={hasMember ? text.deferredNote : text.memberOnly}
            amount={(entered.later ?? 0) > 0 ? entered.later : undefined}
            disabled={!hasMember}
            onClick={onDefer}
          />
        </li>
      </ul>
      <div className={styles.entry}>
        <KeypadDisplay label={text.tenderEntry[active]} value={entered[active]} />
        <Quick bill={bill} entered={entered} active={active} available={available} onEnter={onEnter} />
        <Keypad className={styles.keypad} label={text.keypad} onKey={onKey} />
      </div>
    </div>
  )
}

function Quick({
  bill,
  entered,
  active,
  available,
  onEnter,
}: Pick<PayPaneProps, 'bill' | 'entered' | 'active' | 'available' | 'onEnter'>) {
  const amount = entered[active]
  if (active === 'cash') {
    const due = bill.cash_due
    const quick = due > 0 ? quickCash(due) : []
    return (
      <div className={classNames(styles.quick, due >= 1_000_000 && styles.long)}>
        <ChoiceButton
          isChosen={due > 0 && amount === due}
          disabled={due === 0}
          onClick={() => onEnter('cash', due)}
        >
          {text.exact}
        </ChoiceButton>
        {quick.map((value) => (
          <ChoiceButton
            key={value}
            className="figures"
            isChosen={amount === value}
            onClick={() => onEnter('cash', value)}
          >
            {yenSign(value)}
          </ChoiceButton>
        ))}
      </div>
    )
  }
  const most = mostOf(active, bill.total, entered, available)
  return (
    <div className={classNames(styles.quick, styles.two)}>
      <ChoiceButton
        isChosen={most > 0 && amount === most}
        disabled={most === 0}
        onClick={() => onEnter(active, most)}
      >
        {text.whole}
      </ChoiceButton>
      <ChoiceButton
        aria-label={text.removeTender(text.tender[active])}
        disabled={amount === 0}
        onClick={() => onEnter(active, 0)}
      >
        {text.none}
      </ChoiceButton>
    </div>
  )
}
