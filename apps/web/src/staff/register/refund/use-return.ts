import { isBrandFault } from '@shirogane/contract/terms/refund-words'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { waysOf } from '@shirogane/contract/rules/ways'
import { useState } from 'react'
import { ApiError, type Body, call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { replayQuery } from '../../../shared/answers/Replayed.tsx'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { openDrawerFor } from '../devices/open-drawer-for.ts'
import { text } from './text.ts'
import { type ChosenLine, useShare } from './use-share.ts'

/** What the figures are looked at for: money back, or other articles. */
type Goal = 'confirm' | 'exchange'
export type Return = ReturnType<typeof useReturn>

/**
 * One return, from the choice to its end: why it is given, who else has to approve it, and the giving itself. `onStale`
 * is called where another register has given of it back in the meantime.
 */
export function useReturn(whole: RefundPreview, registerId: string | null, onStale: () => void) {
  const go = useGo()
  const { withStepUp, isAsking, stepUpSheet } = useStepUp()
  const [reason, setReason] = useState('')
  const [other, setOther] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [step, setStep] = useState<'approval' | Goal | null>(null)
  const [goal, setGoal] = useState<Goal>('confirm')
  const [approvalId, setApprovalId] = useState<string | null>(null)
  const { send, problem, say } = useAct('transactions.refund', { keptFor: whole.transaction_id })
  const share = useShare(whole, () => setApprovalId(null))
  const isOther = reason === text.reasons.at(-1)
  const words = isOther ? other.trim() : reason

  async function give(): Promise<void> {
    const body: Body<'transactions.refund'> = {
      transaction_id: whole.transaction_id,
      ...(share.way === 'items' ? { items: share.items } : { amount: share.amount }),
      ...(share.isToBalance && { to_balance: true, consent: true as const }),
      reason: words,
      ...(registerId !== null && { register_id: registerId }),
      ...(approvalId !== null && { approval_id: approvalId }),
    }
    const outcome = await send({
      wish: body,
      // Head office shows once more who it is, for this sale.
      send: (idempotencyKey) =>
        withStepUp('till_approval', () => call('transactions.refund', { body, idempotencyKey }), {
          ref: whole.transaction_id,
          name: whole.number,
        }),
    })
    if (outcome.is === 'done') {
      const done = outcome.answer.value
      refetch('transactions.search', 'transactions.details', 'transactions.refundPreview')
      if (registerId !== null && waysOf(done).cash > 0) openDrawerFor(done, done)
      go(paths.adminRegister('refund', { step: 'done', refund: done.id, ...replayQuery(done) }), {
        replace: true,
      })
      return
    }
    setStep(null)
    // Until it is known what became of it, it stays the same act, with the same approval.
    if (outcome.is !== 'failed' || !outcome.isOver || !(outcome.error instanceof ApiError)) return
    // Another register has given of it back, or the approval was for something else: all of it is looked at again.
    setApprovalId(null)
    if (['ALREADY_REFUNDED', 'REFUND_EXCEEDS', 'CONFLICT'].includes(outcome.error.code)) {
      say(text.changed)
      onStale()
    }
  }

  function proceed(to: Goal): void {
    setGoal(to)
    setChecked(true)
    say(null)
    if (words === '' || share.plan === undefined || !share.isReady) return
    const isKept = whole.lines.some(
      ({ line, not_returnable }) => not_returnable !== null && share.items.some((item) => item.line === line),
    )
    if (share.way === 'items' && isKept && !isBrandFault(words)) {
      say(text.keptArticles)
      return
    }
    setStep(share.plan.approval_required && approvalId === null ? 'approval' : to)
  }

  return {
    share,
    choose: (line: number, change: Partial<ChosenLine>) => {
      say(null)
      share.choose(line, change)
    },
    reason,
    setReason,
    isOther,
    other,
    setOther,
    words,
    /** The clerk has tried to go on: from now on what is missing says so. */
    isChecked,
    problem,
    step,
    approvalId,
    proceed,
    give,
    approve: (given: string) => {
      setApprovalId(given)
      setStep(goal)
    },
    close: () => setStep(null),
    /** Other articles are taken instead at a register alone. */
    isAtRegister: registerId !== null,
    isProving: isAsking,
    stepUpSheet,
  }
}
