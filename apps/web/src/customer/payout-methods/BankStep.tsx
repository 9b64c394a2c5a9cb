import { commonBanks } from '@shirogane/bank/common-banks'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { useRested } from '../../shared/figures/use-rested.ts'
import { Places } from './Places.tsx'
import { banksQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

/** Q02: the banks that most people have are a tap away, all others a few letters. */
export function BankStep({ addressOf }: { addressOf: (bank: string) => string }) {
  const [typed, setTyped] = useState('')
  const rested = useRested(typed.trim())
  const banks = useQuery(banksQuery(rested))
  return (
    <>
      <StepTitle className={styles.title}>{text.bankTitle}</StepTitle>
      <Places
        label={text.bankSearch}
        typed={typed}
        onType={setTyped}
        rested={rested}
        found={banks}
        addressOf={addressOf}
      >
        <section aria-label={text.common} className={styles.common}>
          <h3>{text.common}</h3>
          <ul>
            {commonBanks.map(({ code, name }) => (
              <li key={code}>
                <AppLink to={addressOf(code)} className={styles.choice}>
                  {name}
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      </Places>
      <p className={styles.note}>{text.yuchoNote}</p>
    </>
  )
}
