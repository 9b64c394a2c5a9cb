import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { SettingHub } from './SettingHub.tsx'

/** Each part is loaded when it is opened; its name stands in the table of routes. */
const parts: Readonly<Record<string, ComponentType>> = {
  profile: lazyPart(() => import('../profile/ProfileTab.tsx'), 'ProfileTab'),
  address: lazyPart(() => import('../address/AddressTab.tsx'), 'AddressTab'),
  password: lazyPart(() => import('./PasswordTab.tsx'), 'PasswordTab'),
  phone: lazyPart(() => import('./PhoneTab.tsx'), 'PhoneTab'),
  sessions: lazyPart(() => import('./SessionsTab.tsx'), 'SessionsTab'),
  passkeys: lazyPart(() => import('./PasskeysTab.tsx'), 'PasskeysTab'),
  push: lazyPart(() => import('../push/PushTab.tsx'), 'PushTab'),
  data: lazyPart(() => import('./DataTab.tsx'), 'DataTab'),
  delete: lazyPart(() => import('./DeleteTab.tsx'), 'DeleteTab'),
}

export default function SettingScreen() {
  const tab = useSearchParam('tab')
  const Part = tab === undefined ? undefined : parts[tab]
  if (Part === undefined) return <SettingHub />
  return (
    <Suspense>
      <Part />
    </Suspense>
  )
}
