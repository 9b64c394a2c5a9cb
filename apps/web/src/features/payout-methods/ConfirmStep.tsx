import { accountRef, accountTypeNames, maskAccountNumber } from '@shirogane/contract/bank-kana'
import type { BankPlace, PayoutMethod } from '@shirogane/contract/payout-methods'
import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { Problem } from '@shirogane/ui/Problem'
import { StepTitle } from '@shirogane/ui/StepTitle'
import { StickyFooter } from '@shirogane/ui/StickyFooter'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payoutMethodsQuery, wholeAccountText } from '../../lib/accounts.ts'
import { call, messageOf } from '../../lib/api.ts'
import { useOnline } from '../../lib/connection.ts'
import { linkTo } from '../../lib/navigation.tsx'
import { refetch } from '../../lib/queries.ts'
import { useStepUp } from '../../lib/step-up.tsx'
import { AccountPairs } from './AccountPairs.tsx'
import type { TypedAccount } from './draft.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type ConfirmStepProps = {
  bank: BankPlace
  branch: BankPlace
  account: TypedAccount
  given: PayoutMethod | null
  isMain: boolean
  back: string
  onMain: (isMain: boolean) => void
  onDone: () => void
}

/** Q05: all of it once more, the number in full: it is the last time that anybody sees it. */
export function ConfirmStep({
  bank,
  branch,
  account,
  given,
  isMain,
  back,
  onMain,
  onDone,
}: ConfirmStepProps) {
  const toast = useToast()
  const isOnline = useOnline()
  const accounts = useQuery(payoutMethodsQuery())
  const isFirst = accounts.data?.items.length === 0
  const { withStepUp, stepUpSheet } = useStepUp()
  const [problem, setProblem] = useState<string | null>(null)
  const data = { bank_code: bank.code, ...account }
  const subject = {
    ref: accountRef(data),
    name: wholeAccountText({
      data: {
        ...data,
        bank_name: bank.name,
        branch_name: branch.name,
        account_number: maskAccountNumber(account.account_number),
      },
    }),
  }

  async function submit(): Promise<void> {
    setProblem(null)
    const body = { type: 'bank', data } as const
    try {
      const done = await withStepUp(
        'payout_method',
        () =>
          given === null
            ? call('payoutMethods.create', { body: { ...body, ...(isMain && { default: true }) } })
            : call('payoutMethods.update', { params: { id: given.id }, body }),
        subject,
      )
      if (done === null) return
      refetch('payoutMethods.list')
      toast({ message: given === null ? text.registered : text.saved, kind: 'ok' })
      onDone()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <>
      <StepTitle className={styles.title}>{text.confirmTitle}</StepTitle>
      <Card>
        <AccountPairs
          pairs={[
            [text.bank, `${bank.name} (${bank.code})`],
            [text.branch, `${branch.name} (${branch.code})`],
            [text.type, accountTypeNames[account.account_type]],
            [text.number, account.account_number],
            [text.holder, account.account_name_kana],
          ]}
        />
      </Card>
      {given === null && (
        <Checkbox
          checked={isFirst || isMain}
          disabled={isFirst}
          onChange={(event) => onMain(event.target.checked)}
        >
          {isFirst ? text.firstIsMain : text.makeMain}
        </Checkbox>
      )}
      <p className={styles.note}>{text.wait}</p>
      <Problem message={problem} />
      <StickyFooter flow>
        <Button block disabled={!isOnline} onClick={submit}>
          {!isOnline ? text.offline : given === null ? text.register : text.save}
        </Button>
        <ButtonLink block variant="quiet" render={linkTo(back)}>
          {text.edit}
        </ButtonLink>
      </StickyFooter>
      {stepUpSheet}
    </>
  )
}
