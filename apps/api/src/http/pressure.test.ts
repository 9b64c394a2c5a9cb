import { setImmediate as turn } from 'node:timers/promises'
import { startApi } from '@shirogane/testkit/start-api'
import { expect, test } from 'vitest'
import { watchPressure } from './pressure.ts'

/** Stands still, and then lets all that has become due run. */
async function stall(): Promise<void> {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_700)
  await turn()
}

test('nobody is turned away for a stop that is over', async () => {
  const pressure = watchPressure({ waitingCount: 0 })
  await stall()
  expect(pressure.isHigh()).toBe(false)
  pressure.stop()
})

test('while one stop follows another calls are told to come again, and are let in afterwards', async () => {
  const api = await startApi()
  try {
    for (let count = 0; count < 4; count += 1) await stall()
    const answer = await api.nobody.call('levels.list')
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ code: 'OVERLOADED' })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    await expect.poll(async () => (await api.nobody.call('levels.list')).status).toBe(401)
  } finally {
    await api.close()
  }
})

test('calls are turned away while hundreds wait for a connection', () => {
  const pool = { waitingCount: 400 }
  const pressure = watchPressure(pool)
  expect(pressure.isHigh()).toBe(false)
  pool.waitingCount = 401
  expect(pressure.isHigh()).toBe(true)
  pressure.stop()
})
