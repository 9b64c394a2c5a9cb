import { yuchoCode } from '@shirogane/bank/kana'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Steps } from '@shirogane/ui/layout/Steps'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { linkTo, useSearch } from '../../shell/navigation/navigation.tsx'
import { useSession } from '../../shell/session/session.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { AccountStep } from './AccountStep.tsx'
import { BankStep } from './BankStep.tsx'
import { BranchStep } from './BranchStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { accountOf, bankKanaOf, type Draft } from './draft.ts'
import { banksQuery, branchesQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type Step = 'bank' | 'branch' | 'account' | 'confirm'
const steps: readonly Step[] = ['bank', 'branch', 'account', 'confirm']
type StepQuery = {
  step?: Step | undefined
  bank?: string | undefined
  branch?: string | undefined
  by?: 'symbol' | undefined
}

type FlowProps = {
  /** The account that is being edited; null for a new one. */
  given: PayoutMethod | null
  addressOf: (query: StepQuery) => string
  onDone: () => void
}

/** Bank, branch, account, and all of it once more: the address names where one is, so that back and reload lead there. */
export function AccountFlow({ given, addressOf, onDone }: FlowProps) {
  const search = useSearch()
  const { profile } = useSession()
  const nameKana = `${profile?.last_name_kana ?? ''} ${profile?.first_name_kana ?? ''}`.trim()
  const [draft, setDraft] = useState<Draft>(() => ({
    account_type: given?.data.account_type ?? 'ordinary',
    number: '',
    symbol: '',
    symbolNumber: '',
    holder: given?.data.account_name_kana ?? bankKanaOf(nameKana),
    isMain: given?.default ?? false,
  }))
  const [isDone, setDone] = useState(false)
  // The form first stands as saved, or leaving it would ask whether to give up what was typed.
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) leave()
  }, [isDone])
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const hasTyped = draft.number !== '' || draft.symbol !== '' || draft.symbolNumber !== ''

  const bankCode = search['bank'] ?? given?.data.bank_code ?? ''
  const bySymbol = bankCode === yuchoCode && search['by'] === 'symbol'
  const chosenBranch = search['branch'] ?? (bankCode === given?.data.bank_code ? given.data.branch_code : '')
  const account = accountOf(draft, bySymbol ? null : chosenBranch)
  const branchCode = bySymbol ? (account?.branch_code ?? '') : chosenBranch
  const banks = useQuery(banksQuery(bankCode))
  const branches = useQuery(branchesQuery(bankCode, branchCode))
  const bank = banks.data?.items.find(({ code }) => code === bankCode)
  const branch = branches.data?.items.find(({ code }) => code === branchCode)

  const asked = steps.find((one) => one === search['step']) ?? (given === null ? 'bank' : 'account')
  const step = reachable(asked, {
    hasBank: bankCode !== '',
    hasBranch: bySymbol || branchCode !== '',
    hasAccount: account !== null,
  })
  const at = {
    bank: bankCode,
    branch: bySymbol ? undefined : branchCode,
    by: bySymbol ? 'symbol' : undefined,
  } as const

  function content() {
    if (step === 'bank') return <BankStep addressOf={(code) => addressOf({ step: 'branch', bank: code })} />
    if (banks.isLoadingError)
      return <ErrorPanel message={serverMessageOf(banks.error)} onRetry={() => banks.refetch()} />
    if (branches.isLoadingError)
      return <ErrorPanel message={serverMessageOf(branches.error)} onRetry={() => branches.refetch()} />
    if (bank === undefined) return banks.isFetching ? <Skeleton height={320} /> : unknown
    const toBanks = addressOf({ step: 'bank' })
    if (step === 'branch') {
      return (
        <BranchStep
          bank={bank}
          toBanks={toBanks}
          toSymbol={addressOf({ step: 'account', bank: bankCode, by: 'symbol' })}
          addressOf={(code) => addressOf({ step: 'account', bank: bankCode, branch: code })}
        />
      )
    }
    if (branch === undefined && !(bySymbol && step === 'account'))
      return branches.isFetching ? <Skeleton height={320} /> : unknown
    if (step === 'account') {
      return (
        <AccountStep
          bank={bank}
          branch={branch ?? null}
          bySymbol={bySymbol}
          draft={draft}
          given={given}
          nameKana={nameKana}
          toBanks={toBanks}
          toBranches={addressOf({ step: 'branch', bank: bankCode })}
          toConfirm={addressOf({ ...at, step: 'confirm' })}
          onChange={change}
        />
      )
    }
    if (account === null || branch === undefined) return null
    return (
      <ConfirmStep
        bank={bank}
        branch={branch}
        account={account}
        given={given}
        isMain={draft.isMain}
        back={addressOf({ ...at, step: 'account' })}
        onMain={(isMain) => change({ isMain })}
        onDone={() => setDone(true)}
      />
    )
  }

  const unknown = (
    <EmptyState
      picture="dish"
      title={text.gone}
      action={
        <ButtonLink variant="secondary" render={linkTo(addressOf({ step: 'bank' }))}>
          {text.bankTitle}
        </ButtonLink>
      }
    />
  )
  return (
    <div className={styles.screen}>
      <Steps
        label={given === null ? text.steps : text.editSteps}
        steps={text.stepNames}
        current={steps.indexOf(step)}
      />
      {content()}
      <Unsaved when={hasTyped && !isDone} />
    </div>
  )
}

/** The step that the address asks for, or the first before it that is not done. */
function reachable(asked: Step, done: { hasBank: boolean; hasBranch: boolean; hasAccount: boolean }): Step {
  if (asked === 'bank' || !done.hasBank) return 'bank'
  if (asked === 'branch' || !done.hasBranch) return 'branch'
  return asked === 'account' || !done.hasAccount ? 'account' : 'confirm'
}
