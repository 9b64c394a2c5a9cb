import { useSession, whoIs } from '../../lib/session.ts'
import { GuestHome } from './GuestHome.tsx'
import { HomeSheets } from './HomeSheets.tsx'
import { MemberHome } from './MemberHome.tsx'
import { StaffHome } from './StaffHome.tsx'

export default function HomeScreen() {
  const who = whoIs(useSession())
  return (
    <>
      {who === 'member' ? <MemberHome /> : who === 'staff' ? <StaffHome /> : <GuestHome />}
      <HomeSheets />
    </>
  )
}
