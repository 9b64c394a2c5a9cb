import { connect, type Socket } from 'node:net'
import { patienceMs } from '../patience.ts'

export type WireAnswer = {
  status: number
  /** By their small names; of two lines with one name, the last. */
  headers: Record<string, string>
  body: string
}

/** One connection, byte by byte: for what no client library would send, and for what comes after it on the same connection. */
export type Wire = {
  send(part: string | Uint8Array): void
  /** The next answer, also one that only says to go on; null where the other end closed the connection instead. */
  read(): Promise<WireAnswer | null>
  /** Whether the other end has closed the connection, now or within a while. */
  isEnded(): Promise<boolean>
  /** Says that nothing more comes, and listens on. */
  finish(): void
  close(): void
}

export function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let received = Buffer.alloc(0)
  let ended = false
  let wake = (): void => undefined
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part])
    wake()
  })
  for (const name of ['end', 'error', 'close']) {
    socket.on(name, () => {
      ended = true
      wake()
    })
  }

  async function until<T>(look: () => T | undefined): Promise<T> {
    const end = Date.now() + patienceMs
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      const left = end - Date.now()
      if (left <= 0) throw new Error(`No answer came on the connection, only: ${received.toString('latin1')}`)
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, left)
      })
      clearTimeout(timer)
    }
  }

  function take(): WireAnswer | undefined {
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
    const status = Number(first.split(' ')[1])
    const headers = Object.fromEntries(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const rest = received.subarray(headEnd + 4)
    const body = bodyOf(rest, status, headers)
    if (body === null) return undefined
    received = rest.subarray(body.length)
    return { status, headers, body: body.text }
  }

  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () =>
      resolve({
        send: (part) => {
          if (!socket.destroyed && socket.writable) socket.write(part)
        },
        read: () => until(() => take() ?? (ended ? null : undefined)),
        isEnded: () => until(() => (ended ? true : undefined)).catch(() => false),
        finish: () => socket.end(),
        close: () => socket.destroy(),
      }),
    )
  })
}

/** Null while it has not all arrived. */
function bodyOf(
  rest: Buffer,
  status: number,
  headers: Record<string, string>,
): { text: string; length: number } | null {
  if (status < 200 || status === 204 || status === 304) return { text: '', length: 0 }
  if (headers['transfer-encoding'] === 'chunked') return unchunked(rest)
  const length = Number(headers['content-length'] ?? 0)
  return rest.length < length ? null : { text: rest.toString('utf8', 0, length), length }
}

function unchunked(rest: Buffer): { text: string; length: number } | null {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size + 2
    if (rest.length < end) return null
    if (size === 0) return { text: Buffer.concat(parts).toString('utf8'), length: end }
    parts.push(rest.subarray(lineEnd + 2, end - 2))
    at = end
  }
}
