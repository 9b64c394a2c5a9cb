import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useRef } from 'react'
import { payments } from '../tender/tenders.ts'
import type { Bill, Entered } from '../tender/tenders.ts'
import { text } from '../text.ts'
import type { Member } from '../machine/sale-state.ts'
import styles from './ConfirmSheet.module.css'

type ConfirmSheetProps = {
  isOpen: boolean
  bill: Bill
  entered: Entered
  member: Member | null
  earned: number | null
  /** Why nothing can be sent now. */
  cutOff: string | null
  onConfirm: () => void
  onClose: () => void
}

/** The confirmation before money moves. */
export function ConfirmSheet({
  isOpen,
  bill,
  entered,
  member,
  earned,
  cutOff,
  onConfirm,
  onClose,
}: ConfirmSheetProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  const paid = { ...entered, cash: bill.cash }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={text.confirmTitle}
      initialFocus={confirm}
      footer={
        <>
          {cutOff !== null && (
            <p className={styles.cutOff}>
              <Icon shape={iconWarn} size={20} />
              {cutOff}
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="secondary" onClick={onClose}>
              {text.confirmBack}
            </Button>
            {/* It keeps the focus while it waits: a clerk who pressed it goes on with the same key. */}
            <Button
              ref={confirm}
              variant="pay"
              size="pos"
              aria-disabled={cutOff !== null || undefined}
              onClick={() => cutOff === null && onConfirm()}
            >
              {text.confirmYes}
            </Button>
          </div>
        </>
      }
    >
      <dl className={styles.rows}>
        <div className={styles.total}>
          <dt>{text.total}</dt>
          <dd>
            <Amount value={bill.total} unit="¥" size="l" />
          </dd>
        </div>
        {payments
          .filter((payment) => paid[payment] > 0)
          .map((payment) => (
            <div key={payment}>
              <dt>{text.tender[payment]}</dt>
              <dd>
                <Amount value={paid[payment]} unit="¥" size="row" />
              </dd>
            </div>
          ))}
        {(entered.later ?? 0) > 0 && (
          <div>
            <dt>{text.tender.later}</dt>
            <dd>
              <Amount value={entered.later ?? 0} unit="¥" size="row" />
            </dd>
          </div>
        )}
        {bill.cash > 0 && (
          <>
            <div className={styles.apart}>
              <dt>{text.tendered}</dt>
              <dd>
                <Amount value={entered.cash} unit="¥" size="row" />
              </dd>
            </div>
            <div className={styles.change}>
              <dt>{text.change}</dt>
              <dd>
                <Amount value={bill.change} unit="¥" size="m" />
              </dd>
            </div>
          </>
        )}
        <div className={styles.apart}>
          <dt>{text.member}</dt>
          <dd>{member === null ? text.withoutMember : text.memberName(member.customer.name)}</dd>
        </div>
        {earned !== null && (
          <div>
            <dt>{text.pointsToGive}</dt>
            <dd>
              <Amount value={earned} unit="pt" size="row" sign="always" />
            </dd>
          </div>
        )}
      </dl>
    </Sheet>
  )
}
