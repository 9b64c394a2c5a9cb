import { type Ack, clientEvents, type namespaces } from '@shirogane/contract/wire/events'
import { io, type Socket } from 'socket.io-client'
import { patienceMs } from '../patience.ts'

export type NamespaceName = (typeof namespaces)[number]

export type TestSocket = {
  socket: Socket
  /** Every event that arrived, oldest first. */
  events: { name: string; payload: Record<string, unknown> }[]
  join(payload?: unknown): Promise<Ack>
  /** The next event of this name, also one that arrived before. */
  received(name: string): Promise<Record<string, unknown>>
  close(): void
}

type Options = { token?: string | null; headers?: Record<string, string>; query?: Record<string, string> }

/** Connects, or says with which code the connection was refused. */
export function openSocket(
  url: string,
  namespace: string,
  { token, headers = {}, query = {} }: Options = {},
): Promise<TestSocket | { refused: string }> {
  const socket = io(url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: token ? { token } : {},
    extraHeaders: headers,
    query,
  })
  const events: TestSocket['events'] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => events.push({ name, payload }))
  return new Promise((resolve) => {
    socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
      socket.close()
      resolve({ refused: error.data?.code ?? error.message })
    })
    socket.once('connect', () => {
      resolve({
        socket,
        events,
        join: (payload) =>
          socket
            .timeout(patienceMs)
            .emitWithAck(clientEvents[namespace as NamespaceName], payload) as Promise<Ack>,
        async received(name) {
          const until = Date.now() + patienceMs
          for (;;) {
            const found = events.find((event) => event.name === name)
            if (found) return found.payload
            if (Date.now() > until) throw new Error(`${name} was not heard`)
            await new Promise((wake) => setTimeout(wake, 10))
          }
        },
        close: () => socket.close(),
      })
    })
  })
}

/** The same where a refusal is a failure of the test. */
export async function connect(url: string, namespace: NamespaceName, options: Options): Promise<TestSocket> {
  const opened = await openSocket(url, namespace, options)
  if ('refused' in opened) throw new Error(`${namespace} refused the socket: ${opened.refused}`)
  return opened
}
