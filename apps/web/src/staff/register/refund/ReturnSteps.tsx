import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { refetch } from '../../../shell/queries/queries.ts'
import { ApprovalSheet } from '../../approvals/ApprovalSheet.tsx'
import { ExchangeSheet } from './ExchangeSheet.tsx'
import { text } from './text.ts'
import type { Return } from './use-return.ts'

type ReturnStepsProps = {
  whole: RefundPreview
  back: Return
  registerId: string | null
}

/**
 * What comes after the choice: an approval, the articles that are taken instead, or the confirmation before it happens.
 */
export function ReturnSteps({ whole, back, registerId }: ReturnStepsProps) {
  const { share, step, words, approvalId, close } = back
  const { plan, preview } = share
  return (
    <>
      {step === 'approval' && plan !== undefined && (
        <ApprovalSheet
          kind="refund"
          amount={plan.total}
          reason={words}
          subject={{
            transaction_id: whole.transaction_id,
            number: whole.number,
            items: preview.items ?? null,
            amount: preview.amount ?? null,
          }}
          onApproved={back.approve}
          onClose={close}
        />
      )}
      {step === 'exchange' && plan !== undefined && registerId !== null && (
        <ExchangeSheet
          plan={plan}
          giveBack={{
            transaction_id: whole.transaction_id,
            items: share.items,
            reason: words,
            ...(share.isToBalance && { to_balance: true, consent: true as const }),
            ...(approvalId !== null && { approval_id: approvalId }),
          }}
          registerId={registerId}
          onClose={close}
          onRefused={() => refetch('transactions.refundPreview')}
        />
      )}
      <AlertDialog
        isOpen={step === 'confirm' && plan !== undefined && !back.isProving}
        title={text.confirmTitle(plan?.total ?? 0)}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        destructive
        onConfirm={back.give}
        onCancel={close}
      >
        {text.confirmNote}
      </AlertDialog>
      {back.stepUpSheet}
    </>
  )
}
