// The load generator, as a process of its own. Generator, server and database share the same cores, so it is written to
// take as little of them as can be: raw sockets, requests that are nearly ready before the clock starts, and of an
// answer only its status and its end are read.
import { connect, type Socket } from 'node:net'
import { percentile } from './statistics.ts'

export interface LoadOrder {
  port: number
  clients: number
  warmSeconds: number
  seconds: number
  /** The first part of every request of a client, up to and with its last fixed header line. */
  heads: string[]
  /** The rest of each request. With `repeat` they go round and round, otherwise each is sent once. */
  tails: string[]
  repeat: boolean
}

export interface LoadReport {
  perSecond: number
  /** Answers with a status of success, warm-up included. */
  acknowledged: number
  /** Every other answer, by its status and code. */
  refused: Record<string, number>
  /** True when the prepared requests ran out before the time did. */
  exhausted: boolean
  p50: number
  p95: number
  p99: number
}

if (process.send) {
  process.on('message', (order: LoadOrder) => {
    drive(order).then(
      (report) => process.send?.(report),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  })
}

async function drive(order: LoadOrder): Promise<LoadReport> {
  const sockets = await Promise.all(Array.from({ length: order.clients }, () => open(order.port)))
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  let cursor = 0
  let acknowledged = 0
  let counted = 0
  let exhausted = false

  const startedAt = performance.now()
  const countFrom = startedAt + order.warmSeconds * 1000
  const until = countFrom + order.seconds * 1000
  let lastAt = until

  await Promise.all(
    sockets.map((socket, client) =>
      talk(socket, {
        next() {
          if (performance.now() >= until) return null
          if (cursor >= order.tails.length) {
            if (!order.repeat) {
              exhausted = true
              lastAt = Math.min(lastAt, performance.now())
              return null
            }
            cursor = 0
          }
          cursor += 1
          return order.heads[client % order.heads.length]! + order.tails[cursor - 1]!
        },
        answered(status, body, ms) {
          const now = performance.now()
          if (status < 300) acknowledged += 1
          else {
            const what = `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim()
            refused[what] = (refused[what] ?? 0) + 1
          }
          if (status < 300 && now >= countFrom && now < until) {
            counted += 1
            latencies.push(ms)
          }
        },
      }),
    ),
  )
  const seconds = (Math.min(until, lastAt) - countFrom) / 1000
  return {
    perSecond: counted / seconds,
    acknowledged,
    refused,
    exhausted,
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

interface Talk {
  next(): string | null
  answered(status: number, body: string, ms: number): void
}

/** One request after the other on one connection. */
function talk(socket: Socket, { next, answered }: Talk): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = ''
    let sentAt = 0
    let done = false
    const send = (): void => {
      const request = next()
      if (request === null) {
        done = true
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(request, 'latin1')
    }
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => {
      if (!done) reject(new Error('The server closed a connection in the middle of the load.'))
    })
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk
      const bodyAt = received.indexOf('\r\n\r\n') + 4
      if (bodyAt < 4) return
      const lengthAt = received.search(/\r\ncontent-length: /i)
      const length =
        lengthAt < 0 || lengthAt > bodyAt ? 0 : parseInt(received.slice(lengthAt + 18, lengthAt + 28), 10)
      if (received.length < bodyAt + length) return
      const ms = performance.now() - sentAt
      const status = Number(received.slice(9, 12))
      answered(status, status < 300 ? '' : received.slice(bodyAt), ms)
      received = ''
      send()
    })
    send()
  })
}
