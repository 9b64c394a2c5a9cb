import { PostgresTrouble } from '@shirogane/embedded-postgres'

/** A failure that its sentence explains fully; it is shown without a stack. */
export class Sentence extends Error {
  override readonly name = 'Sentence'
}

const startedAt = performance.now()

// The reader of the output has gone (as in `npm start | head`); the work, and above all its clean end, goes on without
// one.
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
    process.stderr.write(`\n${sayWhy(error)}\n`)
    process.exit(1)
  }
}

/** Why a command cannot go on: a sentence where the reader can do something about it, and where it broke otherwise. */
export function sayWhy(error: unknown): string {
  if (error instanceof Sentence || error instanceof PostgresTrouble) return error.message
  if (error instanceof Error && error.name === 'ConfigError') return error.message
  return ofSystem(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** The refusals of the file system, whether we or the database met them. */
function ofSystem(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const path = 'path' in error ? String(error.path) : null
  // 53100 is what PostgreSQL says; a write to a file that is open already names no path.
  if (code === 'ENOSPC' || code === '53100') {
    const disk = path ?? (code === '53100' ? 'the database' : null)
    return `The disk${disk === null ? '' : ` that holds ${disk}`} is full: free at least 500 MB and start again.`
  }
  if (path !== null && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return `${path} cannot be written: correct its owner and mode, or set DATA_DIR to a folder that can be.`
  }
  return null
}
