import type { IncomingMessage, Server as HttpServer } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { createAdapter } from '@socket.io/postgres-adapter'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import { doubtOf } from '../http/wire/heads.ts'
import { hostTest, isOwnOrigin } from '../http/wire/origin.ts'
import { relayPool } from './relay-pool.ts'

const frameBytesMax = 16_384

type SocketServer = {
  io: Server
  /** Once the other processes have been told everything. */
  endRelay(): Promise<void>
}

/** What carries sockets: who may connect at all, and what is kept of the request that a client came with. */
export function createSocketServer(ctx: Context, server: HttpServer): SocketServer {
  // A client that was connected meanwhile may have missed something, and would go on believing that it hears
  // everything: its line ends, and it comes back by itself and asks.
  const endLines = () => {
    for (const { sockets } of io._nsps.values()) for (const socket of sockets.values()) socket.conn.close()
  }
  const isOwnHost = hostTest(ctx.config)
  const relay = relayPool(ctx, endLines)
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: frameBytesMax,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: (request, callback) => {
      const { origin, host } = request.headers
      const isOwn =
        isOwnHost(host) &&
        !doubtOf(request) &&
        (origin === undefined || isOwnOrigin(ctx.config, origin, host))
      // A secret in an address ends up in the logs of every proxy on the way.
      const hasToken = /[?&](token|refresh_token|access_token)=/.test(request.url ?? '')
      callback(null, isOwn && !hasToken)
    },
    ...(ctx.config.socketAdapter === 'postgres' && {
      adapter: createAdapter(relay.pool, {
        // A notification of 8,000 bytes is one too long.
        payloadThreshold: 7_999,
        errorHandler: (error) => ctx.log.warn({ err: error, event: 'socket_adapter' }),
      }),
    }),
  })
  io.engine.on('connection', (connection: { request: IncomingMessage; remoteAddress: string }) => {
    // Who calls through a proxy is not the proxy: else all phones would share one count of handshakes.
    connection.remoteAddress = proxyAddress(
      connection.request,
      (_address, hop) => hop < ctx.config.trustProxy,
    )
    // A phone stays connected for hours, and the request that it came with weighs some kilobytes.
    connection.request = partOf(connection.request)
  })
  return { io, endRelay: relay.close }
}

/** What is still read of the request that opened a connection, whenever a namespace is joined over it. */
function partOf({ headers, url, socket }: IncomingMessage): IncomingMessage {
  const { cookie, origin, 'sec-fetch-site': site } = headers
  const part = {
    url: url?.split('?')[0],
    headers: { cookie, origin, 'sec-fetch-site': site },
    connection: { encrypted: 'encrypted' in socket },
    _query: {},
  }
  return part as unknown as IncomingMessage
}
