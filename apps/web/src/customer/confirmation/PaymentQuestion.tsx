import type { Confirmation } from '@shirogane/contract/resources/sales/confirmations'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { confirmationQuery } from './queries.ts'

const ConfirmSheet = lazyPart(() => import('./ConfirmSheet.tsx'), 'ConfirmSheet')

/** A question, and until when by this phone's own clock, which may be wrong. */
type Shown = { asked: Confirmation; until: number }

/** Wherever in the app the customer is, a large payment is put before them; it stays until it is answered or read. */
export function PaymentQuestion() {
  const session = useSession()
  const { data } = useQuery({
    ...confirmationQuery(),
    enabled: whoIs(session) === 'member' && !session.reconnecting,
  })
  const asked = data?.confirmation ?? null
  const [shown, setShown] = useState<Shown | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  useEffect(() => {
    if (asked === null || asked.id === answered) return
    setShown((before) =>
      before?.asked.id === asked.id ? before : { asked, until: Date.now() + asked.expires_in * 1000 },
    )
  }, [asked, answered])
  if (shown === null) return null
  return (
    <Suspense>
      <ConfirmSheet
        key={shown.asked.id}
        asked={shown.asked}
        until={shown.until}
        isWaiting={asked?.id === shown.asked.id}
        onEnd={() => {
          setAnswered(shown.asked.id)
          setShown(null)
        }}
      />
    </Suspense>
  )
}
