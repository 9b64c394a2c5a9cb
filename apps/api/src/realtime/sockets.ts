import type { Server as HttpServer } from 'node:http'
import { clientEvents } from '@shirogane/contract/wire/events'
import type { Context } from '../context.ts'
import { type NamespaceName, openNamespace, type ReadCookie } from './namespaces.ts'
import { createSocketServer } from './socket-server.ts'
import { socketSessions } from './socket-sessions.ts'

export type Sockets = {
  /** To everybody in a room of `/transactions`. */
  emit(room: string, event: string, payload: unknown): void
  /** To everybody in a room of another namespace. */
  send(namespace: NamespaceName, room: string, event: string, payload: unknown): void
  /** False only when it is certain that no client would hear it. */
  mayObserve(room: string): boolean
  close(): Promise<void>
}

type Options = { ctx: Context; server: HttpServer; readCookie: ReadCookie }

/** The live side. Which rooms a socket is in follows from its session alone; what it sends along is not looked at. */
export function openSockets({ ctx, server, readCookie }: Options): Sockets {
  const { io, endRelay } = createSocketServer(ctx, server)
  const sessions = socketSessions(ctx)
  for (const name of Object.keys(clientEvents) as NamespaceName[]) {
    openNamespace({ ctx, readCookie, sessions }, io.of(name), name)
  }

  const transactions = io.of('/transactions')
  return {
    emit: (room, event, payload) => {
      transactions.to(room).emit(event, payload)
    },
    send: (namespace, room, event, payload) => {
      io.of(namespace).to(room).emit(event, payload)
    },
    mayObserve: (room) => ctx.config.socketAdapter !== 'memory' || transactions.adapter.rooms.has(room),
    async close() {
      sessions.close()
      io.disconnectSockets(true)
      // The HTTP server belongs to the app, which closes it in its own time.
      await Promise.all([...io._nsps.values()].map(async (namespace) => namespace.adapter.close()))
      await endRelay()
      io.engine.close()
    },
  }
}
