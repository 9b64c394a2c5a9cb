/** The launcher and the terminal may both pass on one Ctrl-C; what comes this soon after the first is the same press. */
const samePressMs = 500

/** Resolves when the command is asked to end. Asking again later ends it at once. */
export function stopAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt = 0
    const hear = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (firstAt && now - firstAt > samePressMs) process.exit(130)
      firstAt ||= now
      resolve(signal)
    }
    process.on('SIGINT', hear)
    process.on('SIGTERM', hear)
    process.on('SIGHUP', hear)
  })
}
