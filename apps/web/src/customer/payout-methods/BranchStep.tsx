import { yuchoCode } from '@shirogane/bank/kana'
import type { BankPlace } from '@shirogane/contract/resources/members/payout-methods'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { useRested } from '../../shared/figures/use-rested.ts'
import { Chosen } from './Chosen.tsx'
import { Places } from './Places.tsx'
import { branchesQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type BranchStepProps = {
  bank: BankPlace
  toBanks: string
  toSymbol: string
  addressOf: (branch: string) => string
}

/** Q03: the branch of the chosen bank. */
export function BranchStep({ bank, toBanks, toSymbol, addressOf }: BranchStepProps) {
  const [typed, setTyped] = useState('')
  const rested = useRested(typed.trim())
  const branches = useQuery(branchesQuery(bank.code, rested))
  return (
    <>
      <StepTitle className={styles.title}>{text.branchTitle}</StepTitle>
      <Chosen lines={[{ label: text.bank, place: bank, change: toBanks }]} />
      {bank.code === yuchoCode && (
        <div className={styles.symbol}>
          <p>{text.bySymbolNote}</p>
          <ButtonLink block variant="tonal" render={linkTo(toSymbol)}>
            {text.bySymbol}
          </ButtonLink>
        </div>
      )}
      <Places
        label={text.branchSearch}
        typed={typed}
        onType={setTyped}
        rested={rested}
        found={branches}
        addressOf={addressOf}
      />
    </>
  )
}
