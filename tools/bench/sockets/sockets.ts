import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { refreshSecret } from '@shirogane/api/features/auth/secrets'
import { deriveSessionKeys } from '@shirogane/api/features/auth/sessions/session-keys'
import { step } from '../../lib/progress.ts'
import { drive, head, tail } from '../drive.ts'
import { issueCodes } from '../codes.ts'
import { paymentBody, renewAll } from '../payments.ts'
import { type Figure, number, residentBytes } from '../report.ts'
import { addRound, type Outcome, type Stage } from '../rounds.ts'
import type { SocketOrder, SocketReport } from './sockets-load.ts'
import { median, percentile } from '../statistics.ts'

const program = fileURLToPath(new URL('sockets-load.ts', import.meta.url))
const seconds = 10

/** Phones that listen while others pay: what one costs in memory, and how soon it hears. */
export async function measureSockets(stage: Stage, listeners: number, outcome: Outcome): Promise<Figure[]> {
  const { service, world } = stage
  const listening = world.customers.slice(0, listeners)
  const { rows } = await world.db.query<{ id: string; salt: Buffer }>(
    'select id, salt from sessions where id = any ($1)',
    [listening.map(({ session_id }) => session_id)],
  )
  const keys = deriveSessionKeys({ current: Buffer.from(world.secretKey, 'hex'), others: [] })
  await sleep(3_000)
  const before = residentBytes(service.pid)
  const phones = fork(program, { serialization: 'advanced' })
  try {
    const connected = await ask(phones, {
      origin: service.origin,
      secrets: rows.map((session) => refreshSecret(keys, session, 1)),
    })
    if (!('connected' in connected) || connected.failed > 0) {
      throw new Error(`Not every phone could connect: ${JSON.stringify(connected)}`)
    }
    await sleep(5_000)
    const each = (residentBytes(service.pid) - before) / listeners
    step(`${number(listeners)} sockets: ${number(each / 1000, 1)} kB each`)

    await renewAll(service.origin, stage.spread)
    const tokens = await issueCodes({ ...world, customers: listening }, 4_000)
    const paid = await drive({
      port: service.port,
      // A few registers, as busy as a national brand on an ordinary day and not as a server can be.
      clients: 2,
      warmSeconds: 0,
      seconds,
      heads: stage.spread
        .slice(0, 2)
        .map(({ access }) => head('POST', '/v1/transactions/pay', { Authorization: `Bearer ${access}` })),
      tails: tokens.map((token) =>
        tail(paymentBody(world, token), { 'Idempotency-Key': crypto.randomUUID() }),
      ),
      repeat: false,
    })
    addRound(outcome, paid)
    await sleep(1_500)
    const report = await ask(phones, 'report')
    const latencies = 'latencies' in report ? report.latencies : []
    if (latencies.length !== paid.acknowledged) {
      throw new Error(`${paid.acknowledged} were paid and ${latencies.length} phones heard of it.`)
    }
    const p99 = percentile(latencies, 99)
    step(`${number(paid.acknowledged)} events, p99 ${number(p99)} ms`)
    return [
      {
        what: `memory for one connected socket, of ${number(listeners)}`,
        measured: `${number(each / 1000, 1)} kB`,
        yardstick: '–',
        value: each / 1000,
        unit: 'kB',
        floor: 40,
        goal: 20,
        better: 'less',
      },
      {
        what: `event from the payment’s transaction to the socket, ${number(listeners)} connected, p99`,
        measured: `${number(paid.perSecond)} events /s, median ${number(median(latencies))} ms`,
        yardstick: '–',
        value: p99,
        unit: 'ms',
        floor: 250,
        goal: 80,
        better: 'less',
      },
    ]
  } finally {
    phones.kill()
    await once(phones, 'exit')
  }
}

async function ask(phones: ChildProcess, order: SocketOrder | 'report'): Promise<SocketReport> {
  phones.send(order)
  const [report] = (await once(phones, 'message')) as [SocketReport]
  return report
}
