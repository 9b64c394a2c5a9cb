import { showAccount } from '@shirogane/bank/kana'
import type { AccountReview } from '@shirogane/contract/resources/members/payout-methods'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { reviewsQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './payouts.module.css'

/** Accounts of corporations, which nothing is paid to before staff here have looked at them. */
export function AccountReviews({ onProblem }: { onProblem: (problem: string | null) => void }) {
  const list = useQuery(reviewsQuery())
  const items = list.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={styles.reviews} aria-label={text.reviews(items.length)}>
      <h3 className={styles.subtitle}>{text.reviews(items.length)}</h3>
      <p className={styles.note}>{text.reviewHelp}</p>
      {items.map((account) => (
        <Review key={account.id} account={account} onProblem={onProblem} />
      ))}
    </section>
  )
}

function Review({
  account,
  onProblem,
}: {
  account: AccountReview
  onProblem: (problem: string | null) => void
}) {
  const toast = useToast()
  const [asks, setAsks] = useState<'approve' | 'refuse' | null>(null)
  const [reason, setReason] = useState('')
  const { changed_at } = account

  async function decide(
    body: { decision: 'approved' } | { decision: 'refused'; reason: string },
    done: string,
  ): Promise<void> {
    setAsks(null)
    onProblem(null)
    try {
      await call('admin.decidePayoutMethod', { params: { id: account.id }, body: { ...body, changed_at } })
      toast({ message: done, kind: 'ok' })
    } catch (error) {
      onProblem(messageOf(error))
    }
    refetch('admin.payoutMethods', 'admin.payouts')
  }

  return (
    <Card padded className={styles.review}>
      <dl className={panes.facts}>
        <dt>{text.holder}</dt>
        <dd>{account.account_name_kana}</dd>
        <dt>{text.bank}</dt>
        <dd>
          {account.bank_name} {account.branch_name} <span className="figures">{showAccount(account)}</span>
        </dd>
        <dt>{text.member}</dt>
        <dd>
          {account.user.name} <span className="figures">{account.user.username}</span>
        </dd>
        <dt>{text.kycName}</dt>
        <dd>{account.kyc_name_kana}</dd>
        <dt>{text.registered}</dt>
        <dd>{detailTime(changed_at)}</dd>
      </dl>
      {!account.may_decide && <p className={styles.note}>{text.own}</p>}
      {asks === 'refuse' ? (
        <form
          className={styles.ask}
          onSubmit={(event) => {
            event.preventDefault()
            if (reason.trim() !== '')
              void decide({ decision: 'refused', reason: reason.trim() }, text.refused)
          }}
        >
          <Field label={text.reason}>
            <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <div className={panes.buttons}>
            <Button variant="secondary" onClick={() => setAsks(null)}>
              {text.keep}
            </Button>
            <Button type="submit" disabled={reason.trim() === ''}>
              {text.refuse}
            </Button>
          </div>
        </form>
      ) : (
        account.may_decide && (
          <div className={styles.acts}>
            <Button size="s" onClick={() => setAsks('approve')}>
              {text.approve}
            </Button>
            <Button size="s" variant="secondary" onClick={() => setAsks('refuse')}>
              {text.refuse}
            </Button>
          </div>
        )
      )}
      {asks === 'approve' && (
        <AlertDialog
          isOpen
          title={text.accountApproveTitle(account.account_name_kana)}
          confirmLabel={text.approve}
          cancelLabel={text.keep}
          onConfirm={() => decide({ decision: 'approved' }, text.accountApproved)}
          onCancel={() => setAsks(null)}
        >
          {text.accountApproveNote}
        </AlertDialog>
      )}
    </Card>
  )
}
