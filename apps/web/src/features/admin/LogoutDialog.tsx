import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { useState } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { workInHand } from './register/storage.ts'
import { logoutText } from './logout-text.ts'

/** Logging out clears what this device holds, a sale in hand too: whoever asks for it is told what goes with it. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const [work] = useState(() => workInHand())
  if (work === 'settling') {
    return (
      <AlertDialog isOpen title={logoutText.settling} confirmLabel={logoutText.close} onConfirm={onClose}>
        {logoutText.settlingBody}
      </AlertDialog>
    )
  }
  return (
    <AlertDialog
      isOpen
      title={logoutText.ask}
      confirmLabel={logoutText.confirm}
      onConfirm={() => go(paths.logout())}
      onCancel={onClose}
    >
      {work === 'cart' ? logoutText.cart : undefined}
    </AlertDialog>
  )
}
