/** The launcher and the terminal may both pass on one Ctrl-C; what comes this soon after the first is the same press. */
const samePressMs = 500

/** Resolves when the command is asked to end. Asking again later ends it at once. */
export function stopAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt = 0
    const observe = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (firstAt && now - firstAt > samePressMs) process.exit(130)
      firstAt ||= now
      resolve(signal)
    }
    process.on('SIGINT', observe)
    process.on('SIGTERM', observe)
    process.on('SIGHUP', observe)
    observeNpm(() => observe('SIGTERM'))
  })
}

/** Told to end, npm ends its shell and not us; that our parent is another one now is all that we hear of it. */
function observeNpm(end: () => void): void {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
