import { PostgresTrouble } from '@shirogane/embedded-postgres'

/** A failure that its sentence explains fully; it is shown without a stack. */
export class Sentence extends Error {
  override readonly name = 'Sentence'
}

const startedAt = performance.now()

// Whoever listened has gone (as in `npm start | head`); the work, and above all its clean end, goes on without them.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** One line of progress with the time since the command began. */
export function step(text: string): void {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}

/** Runs a command to its end: one clear sentence and exit code 1 when it cannot go on. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`\n${describe(error)}\n`)
    process.exit(1)
  }
}

function describe(error: unknown): string {
  if (error instanceof Sentence || error instanceof PostgresTrouble) return error.message
  if (error instanceof Error && error.name === 'ConfigError') return error.message
  return describeSystem(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** The file system's refusals, wherever they come from. */
function describeSystem(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  const path = String(error.path)
  if (error.code === 'ENOSPC')
    return `The disk that holds ${path} is full: free at least 500 MB and start again.`
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(String(error.code))) {
    return `The folder ${path} cannot be written: correct its owner and mode, or set DATA_DIR to a folder that can.`
  }
  return null
}
