import { call } from '../../../shell/api/api.ts'
import { pathOf } from '../../../shell/api/call-table.ts'

/** The installed app on an iPhone opens other windows without its cookies. */
function isAloneOnApple(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}

/**
 * Opens the online store beside the app. A member arrives there known: our own address puts a value into the store's that
 * is good once, and the store's window gets no hold of this one.
 */
export function openStore(url: string | null, isMember: boolean): void {
  if (url === null) return
  if (!isMember) {
    window.open(url, '_blank', 'noopener,noreferrer')
    return
  }
  if (!isAloneOnApple()) {
    window.open(pathOf('auth.handoffOnlineStore'), '_blank', 'noopener,noreferrer')
    return
  }
  // The window has to be opened by the tap itself, so it waits empty for its address.
  const opened = window.open('', '_blank')
  if (opened === null) return
  opened.opener = null
  call('auth.handoff')
    .then((signOn) => opened.location.replace(signOn.url))
    .catch(() => opened.location.replace(url))
}
