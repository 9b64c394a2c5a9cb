import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchPressure } from './pressure.ts'

const pool = { waitingCount: 0 }
let pressure: ReturnType<typeof watchPressure>

beforeEach(() => {
  pool.waitingCount = 0
  pressure = watchPressure(pool)
})
afterEach(() => pressure.stop())

/** Stands still, and then lets whatever has become due run. */
async function stall(): Promise<void> {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_700)
  await turn()
}

test('turns nobody away for a stop that is over', async () => {
  await stall()
  expect(pressure.isHigh()).toBe(false)
})

test('turns calls away while one stop follows another, and lets them in again afterwards', async () => {
  for (let count = 0; count < 4; count += 1) await stall()
  expect(pressure.isHigh()).toBe(true)
  await expect.poll(() => pressure.isHigh()).toBe(false)
})

test('turns calls away while hundreds wait for a connection', () => {
  pool.waitingCount = 400
  expect(pressure.isHigh()).toBe(false)
  pool.waitingCount = 401
  expect(pressure.isHigh()).toBe(true)
})
