import { Suspense } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { GuestHome } from './GuestHome.tsx'
import { HomeSheets } from './HomeSheets.tsx'
import { MemberHome } from './MemberHome.tsx'

const StaffHome = lazyPart(() => import('./StaffHome.tsx'), 'StaffHome')

export default function HomeScreen() {
  const who = whoIs(useSession())
  return (
    <>
      <Suspense>
        {who === 'member' ? <MemberHome /> : who === 'staff' ? <StaffHome /> : <GuestHome />}
      </Suspense>
      <HomeSheets />
    </>
  )
}
