const cleanups = new Set<() => void>()
let isListening = false

/**
 * Runs this when the process ends, also by Ctrl-C or a time limit, so that no server outlives the command that started
 * it. Answers how to call it off. It must not wait for anything.
 */
export function atEnd(cleanup: () => void): () => void {
  cleanups.add(cleanup)
  if (!isListening) {
    isListening = true
    process.once('exit', () => {
      for (const each of cleanups) each()
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(130))
  }
  return () => cleanups.delete(cleanup)
}
