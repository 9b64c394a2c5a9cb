// Many phones that only listen, in a process of their own.
import { io, type Socket } from 'socket.io-client'

export type SocketOrder = { origin: string; secrets: string[] }
export type SocketReport = { connected: number; failed: number } | { latencies: number[] }

const atOnce = 50
const latencies: number[] = []

process.on('message', (order: SocketOrder | 'report') => {
  if (order === 'report') {
    process.send?.({ latencies: latencies.splice(0) })
    return
  }
  void connectAll(order).then((report) => process.send?.(report))
})

async function connectAll({ origin, secrets }: SocketOrder): Promise<SocketReport> {
  const outcome = { connected: 0, failed: 0 }
  const waiting = [...secrets]
  const worker = async (): Promise<void> => {
    for (let secret = waiting.pop(); secret !== undefined; secret = waiting.pop()) {
      if (await listen(origin, secret)) outcome.connected += 1
      else outcome.failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcome
}

function listen(origin: string, secret: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = io(`${origin}/transactions`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: secret },
    })
    socket.on('connect_error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(false)
    })
    socket.on('connect', () => {
      socket.emit('joinTransactionRoom', (ack: { ok: boolean }) => resolve(ack.ok))
    })
    socket.on('purchaseSuccess', (event: { transaction: { completed_at: string } }) => {
      latencies.push(Date.now() - Date.parse(event.transaction.completed_at))
    })
  })
}
