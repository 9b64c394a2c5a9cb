import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { useState } from 'react'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { logoutText } from './logout-text.ts'
import { lossesOfLogout } from './unsaved-work.ts'

/** Logging out clears what this device holds, an unfinished sale too: the dialog says what goes with it. */
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
