import type { PurchaseRefused } from '@shirogane/contract/wire/events'
import type { AnyRouter } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'

/** The register could not take the payment: said where the code is held out, and nowhere else. */
export function showRefused(router: AnyRouter, refused: PurchaseRefused): void {
  const { pathname, search } = router.state.location
  // A result, or another screen, is not taken away from its reader.
  if (pathname !== paths.qr() || (search as { view?: string }).view === 'done') return
  void router.navigate({
    href: paths.qrFailed(),
    replace: true,
    resetScroll: false,
    // What is missing travels in the entry and not in the address, which anybody may write.
    state: { refused } as never,
  })
}
