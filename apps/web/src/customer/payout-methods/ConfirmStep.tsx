import { accountRef, accountTypeNames, maskAccountNumber } from '@shirogane/bank/kana'
import type { BankPlace, PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Problem } from '@shirogane/ui/states/Problem'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { payoutMethodsQuery, wholeAccountText } from '../shared/payouts/accounts.ts'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
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
  const { send, problem } = useAct(given === null ? 'payoutMethods.create' : 'payoutMethods.update')
  const data = { bank_code: bank.code, ...account }
  const number = maskAccountNumber(account.account_number)
  const subject = {
    ref: accountRef(data),
    name: wholeAccountText({
      data: {
        ...data,
        bank_name: bank.name,
        branch_name: branch.name,
        account_number: number,
      },
    }),
  }

  async function submit(): Promise<void> {
    const body = { type: 'bank', data } as const
    const outcome = await send({
      wish: body,
      send: () =>
        withStepUp(
          'payout_method',
          () =>
            given === null
              ? call('payoutMethods.create', { body: { ...body, ...(isMain && { default: true }) } })
              : call('payoutMethods.update', { params: { id: given.id }, body }),
          subject,
        ),
      before: accounts.data?.items ?? null,
      isSpent: ({ code }, { isLost }) => isLost && code === 'PAYOUT_METHOD_TAKEN',
      findsAtOnce: true,
      // What was sent before may have been done: then the customer does not prove once more who they are.
      findsFirst: true,
      find: (_, before) => isThere(before),
    })
    if (outcome.is === 'done' || outcome.is === 'found') done()
  }

  /** Whether the account is there by now, and was not before. Its owner reads no more than the end of the number, too. */
  async function isThere(before: readonly PayoutMethod[] | null): Promise<boolean> {
    const { data: now, isError } = await accounts.refetch()
    if (before === null || isError || now === undefined) return false
    const isIt = (one: PayoutMethod): boolean =>
      (given === null || one.id === given.id) &&
      one.data.bank_code === data.bank_code &&
      one.data.branch_code === data.branch_code &&
      one.data.account_type === data.account_type &&
      one.data.account_number === number &&
      one.data.account_name_kana === data.account_name_kana
    const was = before.filter(isIt).map(({ id }) => id)
    return now.items.some((one) => isIt(one) && !was.includes(one.id))
  }

  function done(): void {
    refetch('payoutMethods.list')
    toast({ message: given === null ? text.registered : text.saved, kind: 'ok' })
    onDone()
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
