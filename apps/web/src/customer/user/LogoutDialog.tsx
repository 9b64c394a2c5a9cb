import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'

export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  return (
    <AlertDialog
      isOpen
      title={text.logoutAsk}
      confirmLabel={text.logout}
      cancelLabel={text.cancel}
      onConfirm={() => go(paths.logout())}
      onCancel={onClose}
    />
  )
}
