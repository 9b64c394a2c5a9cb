import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { useSearchParam } from '../../../lib/navigation.tsx'
import { SettingHub } from './SettingHub.tsx'

function part<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(() => loadChunk(load).then((loaded) => ({ default: loaded[name] })))
}

/** Each part is loaded when it is opened; its name stands in the table of routes. */
const parts: Readonly<Record<string, ComponentType>> = {
  profile: part(() => import('../profile/ProfileTab.tsx'), 'ProfileTab'),
  address: part(() => import('../address/AddressTab.tsx'), 'AddressTab'),
  password: part(() => import('./PasswordTab.tsx'), 'PasswordTab'),
  phone: part(() => import('./PhoneTab.tsx'), 'PhoneTab'),
  sessions: part(() => import('./SessionsTab.tsx'), 'SessionsTab'),
  passkeys: part(() => import('./PasskeysTab.tsx'), 'PasskeysTab'),
  push: part(() => import('../push/PushTab.tsx'), 'PushTab'),
  data: part(() => import('./DataTab.tsx'), 'DataTab'),
  delete: part(() => import('./DeleteTab.tsx'), 'DeleteTab'),
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
