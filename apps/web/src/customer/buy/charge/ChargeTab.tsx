import { useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { useGivenAmount } from '../../shared/forms/use-amount.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { AmountStep } from './AmountStep.tsx'
import { BankStep } from './BankStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'

/** How much, with which card; then once more to be sure; then what came of it. Every step is an address. */
export function ChargeTab() {
  const step = useSearchParam('step')
  const id = useSearchParam('id')
  const amount = useGivenAmount()
  const method = useSearchParam('method')
  useHoldUpdate(step === 'confirm' || step === '3ds')
  if (step === 'confirm' && method !== undefined && amount > 0)
    return <ConfirmStep amount={amount} method={method} />
  if (step === '3ds' && id !== undefined) return <BankStep id={id} />
  if (step === 'done' && id !== undefined) return <DoneStep id={id} />
  return <AmountStep />
}
