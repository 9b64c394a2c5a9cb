import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { useState } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { logoutText } from './logout-text.ts'
import { workInHand } from './register/storage.ts'

/** Logging out clears what this device holds, a sale in hand too: whoever asks for it is told what goes with it. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const [work] = useState(() => workInHand())
  return (
    <AlertDialog
      isOpen
      title={logoutText.ask}
      confirmLabel={logoutText.confirm}
      destructive={work === 'settling' || work === 'held'}
      onConfirm={() => go(paths.logout())}
      onCancel={onClose}
    >
      {work === null ? undefined : logoutText.loses[work]}
    </AlertDialog>
  )
}
