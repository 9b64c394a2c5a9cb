import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { MemberDone } from '../member/MemberDone.tsx'
import { text } from './text.ts'

export type Given = { transaction: Transaction; from: string | null; to: string }

/** What was handed over. */
export function GivenView({ given, onNext }: { given: Given; onNext: () => void }) {
  const { transaction, from, to } = given
  const points = transaction.received_point_total
  return (
    <MemberDone
      transaction={transaction}
      sentence={from === null ? text.given(to, points) : text.moved(from, to, points)}
      plate={<Amount value={points} unit="pt" sign="always" size="hero" />}
      rows={
        transaction.wallet_after !== null && (
          <div>
            <dt>{text.after}</dt>
            <dd>
              <Amount value={transaction.wallet_after.point_balance} unit="pt" size="row" />
            </dd>
          </div>
        )
      }
      takeBack={{ question: text.takeBackQuestion, note: text.takeBackNote }}
      onNext={onNext}
    />
  )
}
