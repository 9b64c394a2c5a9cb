import { accountRef } from '@shirogane/bank/kana'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconPlus } from '@shirogane/ui/icons/icons'
import { Problem } from '@shirogane/ui/states/Problem'
import { Row } from '@shirogane/ui/data/Row'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountText, payoutMethodsQuery, waitsUntil, wholeAccountText } from '../shared/payouts/accounts.ts'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { NoAccount } from './NoAccount.tsx'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

/** The accounts that rewards are paid to; one of them is the main one. */
export default function AccountsScreen() {
  const accounts = useQuery(payoutMethodsQuery())
  const toast = useToast()
  const isOnline = useOnline()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function makeMain(method: PayoutMethod): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      const done = await withStepUp(
        'payout_method',
        () => call('payoutMethods.makeDefault', { params: { id: method.id } }),
        { ref: accountRef(method.data), name: wholeAccountText(method) },
      )
      if (done !== null) toast({ message: text.mainChanged, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    refetch('payoutMethods.list')
    setBusy(false)
  }

  if (accounts.isLoadingError)
    return <ErrorPanel message={serverMessageOf(accounts.error)} onRetry={() => accounts.refetch()} />
  const items = accounts.data?.items ?? []
  return (
    <div className={styles.screen}>
      <Pending isPending={accounts.isPending} skeleton={<Skeleton height={152} />}>
        {() =>
          items.length === 0 ? (
            <NoAccount isNone />
          ) : (
            <>
              <Problem message={problem} />
              <Card as="ul" aria-label={text.accounts} className={styles.rows}>
                {items.map((method) => (
                  <li key={method.id} className={styles.account}>
                    <label className={styles.radio}>
                      <input
                        type="radio"
                        name="main"
                        aria-label={text.chooseMain(wholeAccountText(method))}
                        checked={method.default}
                        disabled={!isOnline || isBusy}
                        onChange={() => void makeMain(method)}
                      />
                    </label>
                    <AccountRow method={method} />
                  </li>
                ))}
              </Card>
              <ButtonLink block variant="secondary" icon={iconPlus} render={linkTo(paths.payoutMethodNew())}>
                {text.add}
              </ButtonLink>
            </>
          )
        }
      </Pending>
      {stepUpSheet}
    </div>
  )
}

function AccountRow({ method }: { method: PayoutMethod }) {
  // A day on which money could leave says nothing of an account that nothing goes to.
  const wait = method.trouble === 'stopped' ? null : waitsUntil(method)
  return (
    <Row
      className={styles.row}
      title={method.data.bank_name}
      badge={
        method.trouble === null ? undefined : (
          <Chip small tone="warn">
            {method.trouble === 'review' ? text.waiting : text.check}
          </Chip>
        )
      }
      meta={
        <span className={styles.lines}>
          <span>{`${method.data.branch_name} ${accountText(method)}`}</span>
          <span>{method.data.account_name_kana}</span>
          {wait !== null && <span>{text.usableFrom(listTime(wait))}</span>}
        </span>
      }
      end={method.default ? <Chip tone="accent">{text.main}</Chip> : undefined}
      render={linkTo(paths.payoutMethod(method.id))}
    />
  )
}
