import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { forgetSaved } from '../../../shell/session/saved.ts'
import { text } from './text.ts'

/** Forgets what this device keeps of its owner, fetches the app itself anew, and begins again. The session stays. */
export function ClearCacheDialog({ onClose }: { onClose: () => void }) {
  async function clear(): Promise<void> {
    forgetSaved()
    try {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const files = (await cache.keys()).map(({ url }) => new Request(url, { cache: 'reload' }))
        // All or nothing: an app that was cleared half would not start without a network.
        await cache.addAll(files)
      }
    } catch {
      // Without a network the old copy stays, and without a store of copies there was none.
    }
    location.reload()
  }
  return (
    <AlertDialog
      isOpen
      title={text.clearAsk}
      confirmLabel={text.clear}
      cancelLabel={text.cancel}
      onConfirm={clear}
      onCancel={onClose}
    >
      {text.clearBody}
    </AlertDialog>
  )
}
