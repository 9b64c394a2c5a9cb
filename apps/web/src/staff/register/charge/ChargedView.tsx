import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { useState } from 'react'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { MemberDone } from '../member/MemberDone.tsx'
import { text } from './text.ts'
import styles from '../member/member.module.css'

export type Charged = { transaction: Transaction; name: string }

/** What was charged: the change first, for it is still in the clerk's hand. */
export function ChargedView({ charged, onNext }: { charged: Charged; onNext: () => void }) {
  const { transaction, name } = charged
  const [isReceiptOpen, setReceiptOpen] = useState(false)
  return (
    <>
      <MemberDone
        transaction={transaction}
        sentence={text.done(name, transaction.received_wallet)}
        plate={
          <>
            <span className={styles.small}>{text.change}</span>
            <Amount value={transaction.change ?? 0} unit="¥" size="hero" />
          </>
        }
        rows={
          <>
            <div>
              <dt>{text.tendered}</dt>
              <dd>
                <Amount value={transaction.cash_tendered ?? 0} unit="¥" size="row" />
              </dd>
            </div>
            {transaction.wallet_after !== null && (
              <div>
                <dt>{text.after}</dt>
                <dd>
                  <Amount value={transaction.wallet_after.balance} unit="¥" size="row" />
                </dd>
              </div>
            )}
          </>
        }
        takeBack={{ question: text.takeBackQuestion, note: text.takeBackNote }}
        onNext={onNext}
      >
        <Button block variant="secondary" icon={iconPrint} onClick={() => setReceiptOpen(true)}>
          {text.receipt}
        </Button>
      </MemberDone>
      {isReceiptOpen && <RegisterReceipt id={transaction.id} onClose={() => setReceiptOpen(false)} />}
    </>
  )
}
