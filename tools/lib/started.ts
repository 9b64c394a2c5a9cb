import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './at-end.ts'
import { call, type Session, signIn } from './call.ts'
import { compiledFolder, root } from './environment.ts'
import { freePort } from './service.ts'

const password = 'tsuki-no-shizuku-925'
const clerk = 'E0003'
const readyWithinMs = 240_000

/** `npm start` as a process of its own, with the demo in it. */
export interface Started {
  origin: string
  /** All that it has printed so far. */
  said(): string
  /** Waits for a line, and fails where the process ends without it. */
  waitForText(text: string): Promise<void>
  /** What Ctrl-C does. */
  interrupt(): void
  ended: Promise<number | null>
}

export async function startDemo(env: Record<string, string>): Promise<Started> {
  const port = await freePort()
  const child = spawn(process.execPath, [...process.execArgv, join(root, 'tools/start.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiledFolder,
      PORT: String(port),
      CARD_PORT: String(await freePort()),
      DEMO_PASSWORD: password,
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const callOff = atEnd(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  void ended.then(callOff)
  const started: Started = {
    origin: `http://127.0.0.1:${port}`,
    said: () => said,
    async waitForText(text) {
      const deadline = performance.now() + readyWithinMs
      while (!said.includes(text)) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`npm start did not say "${text}". It said:\n${said}`)
        await sleep(50)
      }
    },
    interrupt: () => child.kill('SIGINT'),
    ended,
  }
  await started.waitForText('Ctrl-C stops it')
  return started
}

/** One sale for cash, as a register sends it: again and again under its key until it hears what came of it. */
export interface Sale {
  id: string
  key: string
  amount: number
  isPaid: boolean
}

export interface Register {
  sell(amount: number): Sale
  /** Sends it once; true when it was acknowledged. */
  send(sale: Sale): Promise<boolean>
  /** What the server says of it when it is asked. */
  statusOf(sale: Sale): Promise<string>
}

/** The demo's clerk at a register. */
export async function openRegister({ origin }: Started): Promise<Register> {
  const session: Session = await signIn(origin, clerk, password)
  const { access } = session
  return {
    sell: (amount) => ({ id: randomUUID(), key: randomUUID(), amount, isPaid: false }),
    async send(sale) {
      const { id, key, amount } = sale
      const body = { transaction_id: id, amount, tenders: { cash: amount } }
      const answer = await call(`${origin}/v1/transactions/pay`, {
        method: 'POST',
        access,
        key,
        body,
      }).catch(() => null)
      sale.isPaid ||= answer?.status === 200
      if (answer !== null && answer.status >= 400 && answer.status < 500)
        throw new Error(`A sale was refused: ${JSON.stringify(answer.body)}`)
      return answer?.status === 200
    },
    async statusOf({ id }) {
      const { body } = await call<{ status?: string }>(`${origin}/v1/transactions/${id}/register/state`, {
        access,
      })
      return body.status ?? 'unknown'
    },
  }
}
