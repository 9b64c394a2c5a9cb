import { PaymentQuestion } from '../../customer/confirmation/PaymentQuestion.tsx'
import { FailureLog } from './FailureLog.tsx'
import { FetchAhead } from './FetchAhead.tsx'
import { Live } from './live/Live.tsx'
import { Pushes } from './overlays/Pushes.tsx'

/** What works for a member in the background, from their first screen on. */
export function SignedIn() {
  return (
    <>
      <Live />
      <FetchAhead />
      <FailureLog />
      <Pushes />
      <PaymentQuestion />
    </>
  )
}
