import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { laterText as text } from './later-text.ts'
import { waitingUpdate } from './updates.ts'

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

/** Lets the new worker take over, which clears what the old version kept, and shows the new version. */
async function applyUpdate(): Promise<void> {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waitingUpdate()?.postMessage('skipWaiting')
  // Should the worker have vanished, the reload alone brings the new version; until then the button is busy.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  reload()
}
