import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { useState } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { logoutText } from './logout-text.ts'
import { lossesOfLogout } from './work-in-hand.ts'

/** Logging out clears what this device holds, a sale in hand too: whoever asks for it is told what goes with it. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const [losses] = useState(() => lossesOfLogout())
  return (
    <AlertDialog
      isOpen
      title={logoutText.ask}
      confirmLabel={logoutText.confirm}
      destructive={losses.some(({ isGrave }) => isGrave)}
      onConfirm={() => go(paths.logout())}
      onCancel={onClose}
    >
      {losses.length === 0 ? undefined : losses.map(({ text }) => <p key={text}>{text}</p>)}
    </AlertDialog>
  )
}
