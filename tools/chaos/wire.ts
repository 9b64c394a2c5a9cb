import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the line treats what passes: each piece waits so long, and each has this chance of being the last one. */
export interface Weather {
  delayMs: number
  cut: number
}

const fair: Weather = { delayMs: 0, cut: 0 }

/**
 * A line between two programs of this machine, and the weather on it. A piece that is cut arrives in part, to a random
 * byte, and both ends are reset: so a request is lost before it comes, an answer on its way or in its middle.
 */
export class Wire {
  readonly port: number
  readonly #server: Server
  readonly #open = new Set<Socket>()
  readonly #random: () => number
  #weather = fair
  cuts = 0

  private constructor(server: Server, port: number, random: () => number) {
    this.#server = server
    this.port = port
    this.#random = random
  }

  /** @param to the port that it leads to, asked for anew by each connection */
  static async open(to: () => number, random: () => number): Promise<Wire> {
    const server = createServer({ pauseOnConnect: true, noDelay: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no free port')
    const wire = new Wire(server, address.port, random)
    server.on('connection', (near) => {
      const far = connect({ port: to(), host: '127.0.0.1', noDelay: true })
      wire.#join(near, far)
      wire.#join(far, near)
      near.resume()
    })
    return wire
  }

  /** Bad weather for a while. */
  async during(weather: Partial<Weather>, work: () => Promise<unknown>): Promise<void> {
    this.#weather = { ...fair, ...weather }
    try {
      await work()
    } finally {
      this.#weather = fair
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Pieces keep their order, with any delay that each of them met. */
  #join(from: Socket, to: Socket): void {
    let last: Promise<unknown> = Promise.resolve()
    const then = (work: () => unknown): void => {
      last = last.then(work)
    }
    this.#open.add(from)
    from.on('data', (piece) => {
      const { delayMs, cut } = this.#weather
      const arrives = performance.now() + delayMs
      const isCut = this.#random() < cut
      then(async () => {
        const left = arrives - performance.now()
        if (left > 0) await sleep(left)
        if (isCut) this.#cut(from, to, piece)
        else to.write(piece)
      })
    })
    from.on('end', () => then(() => to.end()))
    // A side that loses its line emits an error first; the other end is to hear of it in the same way.
    from.on('error', () => reset(to))
    from.on('close', () => {
      this.#open.delete(from)
      then(() => to.end())
    })
  }

  #cut(from: Socket, to: Socket, piece: Buffer): void {
    this.cuts += 1
    to.write(piece.subarray(0, Math.floor(this.#random() * (piece.length + 1))), () => {
      reset(to)
      reset(from)
    })
  }
}

/** An end that has said goodbye cannot be reset: its socket would stay open for ever. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
