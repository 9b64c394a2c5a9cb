import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { text } from './text.ts'
import { applyUpdate } from './updates.ts'

export function UpdateModal({ onLater }: { onLater: () => void }) {
  return (
    <AlertDialog
      isOpen
      title={text.updateTitle}
      confirmLabel={text.update}
      cancelLabel={text.later}
      onConfirm={applyUpdate}
      onCancel={onLater}
    >
      {text.updateBody}
    </AlertDialog>
  )
}
