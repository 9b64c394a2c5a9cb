import { isReplay } from '../../../shell/api/api.ts'
import { openDrawer } from './drawer.ts'

/** A clerk who asks again for what was not answered does so at once; later the money of it has long been put away. */
const freshMs = 5 * 60_000

/**
 * Opens the drawer for cash that an act was answered for. An act is answered to its page once, so this is its first
 * time, also where it had been done before. Where that is long ago the drawer stays shut: a clerk who holds cash by now
 * means another act, and an open drawer would tell them that it was done.
 */
export function openDrawerFor(
  answer: object,
  { completed_at, created_at }: { completed_at: string | null; created_at: string },
): void {
  if (isReplay(answer) && Date.now() - Date.parse(completed_at ?? created_at) > freshMs) return
  void openDrawer()
}
