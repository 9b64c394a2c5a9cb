import { pino, type DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

/**
 * Lines of JSON on the standard output. Only what is named below ever gets out: of a logged object with more in it the
 * rest is dropped, so no token, name, number or body can slip into a line by being inside something.
 */
const names = [
  'event',
  'request_id',
  'method',
  'route',
  'status',
  'ms',
  'code',
  'reason',
  'user_id',
  'role',
  'session',
  'ip',
  'error',
  'message',
  'stack',
  'job',
  'topic',
  'outbox_id',
  'consumer',
  'transaction_id',
  'charge_id',
  'message_id',
  'notification_id',
  'template',
  'channel',
  'attempts',
  'count',
  'scope',
  'asked',
  'confirmed',
  'port',
  'url',
  'namespace',
] as const
const allowed: ReadonlySet<string> = new Set(names)

/**
 * What a line may say. Anything else does not compile, so that a developer does not wait for a word that never gets
 * out.
 */
type Line = { readonly [Name in (typeof names)[number]]?: unknown } & { readonly err?: unknown }
export type Log = {
  readonly [Level in 'debug' | 'info' | 'warn' | 'error']: (line: Line, text?: string) => void
}

// A line break or a colour code in a value would forge lines for an operator who reads the log in a terminal.
const control = /[\u0000-\u001f\u007f-\u009f]/
const controls = new RegExp(`${control.source}+`, 'g')

/** A process has one standard output, however many logs write to it. */
let standardOutput: DestinationStream | null = null

export function openLog(
  level: LogLevel,
  destination: DestinationStream = (standardOutput ??= openStandardOutput()),
): Log {
  return pino(
    {
      level,
      base: null,
      // The library would put the text of an error that is handed over as `err` into the line by itself.
      errorKey: 'nothing',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: onlyAllowed },
    },
    destination,
  )
}

const flushMs = 100
const flushAt = 16_000

/**
 * Lines leave together: a system call for each would cost a busy process more than writing the line. They are joined
 * here and not by the stream, which would measure all that waits anew with each line. What waits is written out within
 * a moment, and at the end of the process, however it ends by itself; each writing ends before the next begins, so that
 * lines stay in their order even then.
 */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  let waiting = ''
  function writeOut(): void {
    if (waiting === '') return
    output.write(waiting)
    waiting = ''
  }
  process.on('exit', writeOut)
  setInterval(writeOut, flushMs).unref()
  return {
    write(line) {
      waiting += line
      if (waiting.length >= flushAt) writeOut()
    },
  }
}

function onlyAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  const named = withError(fields)
  for (const name in named) {
    if (!allowed.has(name)) continue
    const value = named[name]
    line[name] = typeof value === 'string' && name !== 'stack' ? withoutControls(value) : value
  }
  return line
}

/** Nearly every value has none, and to ask costs less than to replace. */
function withoutControls(value: string): string {
  return control.test(value) ? value.replace(controls, ' ') : value
}

/**
 * Errors are handed over as `err` by custom; of a database error only its code, since its text may quote a row. A stack
 * begins with the error's text, which may have many lines: only places in our code are let out of it.
 */
function withError(fields: Record<string, unknown>): Record<string, unknown> {
  const error = fields['err']
  if (!(error instanceof Error)) return fields
  const { code } = error as { code?: unknown }
  const isDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    ...fields,
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(!isDatabase && { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^ +at /.test(line))
      .slice(0, 8)
      .join('\n'),
  }
}
