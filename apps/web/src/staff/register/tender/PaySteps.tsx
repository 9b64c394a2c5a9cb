import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { ApprovalSheet } from '../../approvals/ApprovalSheet.tsx'
import { lazySheet } from '../../shared/lazy-parts.tsx'
import type { Line } from '../cart/cart.ts'
import { totalsOf } from '../cart/cart.ts'
import { ConfirmSheet } from '../complete/ConfirmSheet.tsx'
import { previewOf } from './preview.ts'
import type { Bill } from './tenders.ts'
import { TerminalSheet } from './TerminalSheet.tsx'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import { isApproved, type SaleState } from '../machine/sale-state.ts'
import type { CommandListener } from '../scan/use-commands.ts'

const DeferredSheet = lazySheet(() =>
  import('../deferred/DeferredSheet.tsx').then((module) => module.DeferredSheet),
)

/** Why things cost less, in the words of the register, for the person who is asked to approve. */
function reasonsOf(lines: readonly Line[], discount: Discount | null): string {
  const all = [...lines.map((line) => line.discount), discount].filter((each) => each !== null)
  return [...new Set(all.map(({ reason, note }) => note ?? text.discountReasons[reason]))].join('、')
}

/**
 * What the bill still wants before its confirmation: a second person's approval, the terms of what is deferred, the
 * slip of the terminal.
 */
export function missingOf(state: SaleState, ceiling: number | null): 'approval' | 'terms' | 'slip' | null {
  const { entered, signed, terminal } = state
  const totals = totalsOf(state)
  if (ceiling !== null && totals.discount > ceiling && !isApproved(state, totals)) return 'approval'
  if ((entered.later ?? 0) > 0 && signed?.amount !== entered.later) return 'terms'
  if (entered.card > 0 && terminal?.amount !== entered.card) return 'slip'
  return null
}

type PayStepsProps = {
  machine: SaleMachine
  state: SaleState
  bill: Bill
  ceiling: number | null
  isOpen: boolean
  /** Why nothing can be sent now. What was entered stays until it can. */
  cutOff: string | null
  /** The terms of what is deferred are asked for by themselves, before the bill is confirmed. */
  isSigning: boolean
  /** The customer cannot be asked on their phone: the sheet begins with the signature. */
  isWithoutPhone: boolean
  onConfirm: () => void
  onClose: () => void
  onSigned: () => void
  commands: CommandListener
}

/** What stands between the confirm button and the sale, one after the other. */
export function PaySteps({
  machine,
  state,
  bill,
  ceiling,
  isOpen,
  cutOff,
  isSigning,
  isWithoutPhone,
  onConfirm,
  onClose,
  onSigned,
  commands,
}: PayStepsProps) {
  const { lines, discount, entered, member, signed, terminal } = state
  const totals = totalsOf(state)
  const missing = missingOf(state, ceiling)
  const preview = previewOf(state, entered.points, member?.customer.level.point_rate ?? null)
  return (
    <>
      {isOpen && missing === 'approval' && (
        <ApprovalSheet
          kind="discount"
          subject={{ gross: totals.gross }}
          amount={totals.discount}
          reason={reasonsOf(lines, discount)}
          onApproved={(id) => machine.approve(id)}
          onClose={onClose}
        />
      )}
      {(isSigning || (isOpen && missing === 'terms')) && member !== null && (
        <DeferredSheet
          // What one person signed is nothing of the next one's.
          key={member.customer.id}
          userId={member.customer.id}
          open={bill.remaining + bill.cash + (entered.later ?? 0)}
          before={signed}
          isWithoutPhone={isWithoutPhone}
          onSet={(next) => {
            machine.defer(next)
            onSigned()
          }}
          onClose={isSigning ? onSigned : onClose}
        />
      )}
      {isOpen && missing === 'slip' && (
        <TerminalSheet
          amount={entered.card}
          before={terminal}
          begun={state.begun}
          onBegin={(change) => machine.beginSlip(change)}
          onDone={(done) => machine.slip(done)}
          onClose={() => {
            // A clerk who stops here begins with another slip the next time.
            machine.beginSlip(null)
            onClose()
          }}
          commands={commands}
        />
      )}
      <ConfirmSheet
        isOpen={isOpen && missing === null}
        bill={bill}
        entered={entered}
        member={member}
        earned={preview.earned}
        cutOff={cutOff}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </>
  )
}
