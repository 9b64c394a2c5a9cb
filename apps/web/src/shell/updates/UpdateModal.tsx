import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { waitingUpdate } from './updates.ts'
import { text } from './text.ts'

export function UpdateModal({ onClose }: { onClose: () => void }) {
  return (
    <AlertDialog
      isOpen
      title={text.title}
      confirmLabel={text.update}
      cancelLabel={text.notNow}
      onConfirm={applyUpdate}
      onCancel={onClose}
    >
      {text.body}
    </AlertDialog>
  )
}

/** Lets the new worker take over, which clears what the old version kept, and shows the new version. */
async function applyUpdate(): Promise<void> {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waitingUpdate()?.postMessage('skipWaiting')
  // Should the worker have vanished, the reload alone brings the new version; until then the button is busy.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  reload()
}
