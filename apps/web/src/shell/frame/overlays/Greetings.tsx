import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { quietPart } from '../../navigation/chunks.ts'
import { useOnline } from '../../realtime/connection.ts'
import { readCookie } from '../../session/cookies.ts'
import { usePathname, useSearchParam } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { useSession, whoIs } from '../../session/session.ts'
import { installWay, noteVisit, onInstall } from './install.ts'
import { isPushToAsk, notePushAsked, notePushBegun, onPushAsked } from './push-question.ts'

const TermsModal = quietPart(() => import('../../../customer/legal/TermsModal.tsx'), 'TermsModal')
const BirthdayModal = quietPart(
  () => import('../../../customer/user/profile/BirthdayModal.tsx'),
  'BirthdayModal',
)
const InstallPrompt = quietPart(() => import('./InstallPrompt.tsx'), 'InstallPrompt')
const PushSheet = quietPart(() => import('../../../customer/notifications/PushSheet.tsx'), 'PushSheet')

noteVisit()

const birthdayDelayMs = 1_000
/** Closed without an answer, the question rests until the page is loaded anew. */
const visit = { birthdayIsClosed: false }

/**
 * What the brand asks of the reader: the terms, then the birthday, then a place on the home screen, then leave to ring.
 * One at a time, and nothing but the terms while a code is on the screen or a sheet is open.
 */
export function Greetings() {
  const session = useSession()
  const who = whoIs(session)
  const pathname = usePathname()
  const sheet = useSearchParam('sheet')
  const way = useSyncExternalStore(onInstall, installWay)
  const asksPush = useSyncExternalStore(onPushAsked, isPushToAsk)
  const isOnline = useOnline()
  const isDelayOver = useDelay(birthdayDelayMs)
  const [isClosed, setClosed] = useState(visit.birthdayIsClosed)
  const { auth, profile } = session

  const hasTermsToRead = (who === 'member' || who === 'staff') && auth?.agree_to_tos === false
  if (hasTermsToRead && !session.reconnecting)
    return (
      <Suspense>
        <TermsModal />
      </Suspense>
    )
  if (pathname === paths.qr() || sheet !== undefined) return null

  const asksBirthday =
    who === 'member' && profile?.date_of_birth === null && !isClosed && readCookie('birth_no') === null
  if (asksBirthday && !session.reconnecting) {
    const close = () => {
      visit.birthdayIsClosed = true
      setClosed(true)
    }
    return <Suspense>{isDelayOver && <BirthdayModal onClose={close} />}</Suspense>
  }
  const isHome = pathname === paths.home() || pathname === paths.homeNamed()
  if (!isHome || !isDelayOver) return null
  return (
    <Suspense>
      {way !== null ? (
        <InstallPrompt way={way} />
      ) : (
        // Without a network the answer would not reach the server.
        asksPush &&
        who === 'member' &&
        isOnline &&
        !session.reconnecting && <PushSheet onBegin={notePushBegun} onClose={notePushAsked} />
      )}
    </Suspense>
  )
}

function useDelay(delayMs: number): boolean {
  const [isDelayOver, setDelayOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDelayOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isDelayOver
}
