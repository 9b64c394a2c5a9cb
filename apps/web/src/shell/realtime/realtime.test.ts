import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from './realtime.ts'

const socket = vi.hoisted(() => ({
  handlers: new Map<string, (...given: unknown[]) => void>(),
  on(name: string, handle: (...given: unknown[]) => void) {
    this.handlers.set(name, handle)
  },
  emit: (_: string, answer: (ack: { ok: boolean }) => void) => answer({ ok: true }),
  close: () => {},
  active: true,
}))
vi.mock('socket.io-client', () => ({ io: () => socket }))
vi.mock('../session/session.ts', () => ({ sessionHandle: () => 'handle' }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function opened() {
  const onReturn = vi.fn()
  const close = await openLive({ onReturn, onRefused: async () => true })
  return { onReturn, close, connect: () => socket.handlers.get('connect')?.() }
}

test('a line that comes at once has missed nothing, and one that comes back has', async () => {
  const { onReturn, connect, close } = await opened()
  connect()
  expect(onReturn).not.toHaveBeenCalled()
  socket.handlers.get('disconnect')?.('transport close')
  connect()
  expect(onReturn).toHaveBeenCalledTimes(1)
  close()
})

test('a line that took its time to come has missed what happened since the screens were asked for', async () => {
  const { onReturn, connect, close } = await opened()
  vi.advanceTimersByTime(20_000)
  connect()
  expect(onReturn).toHaveBeenCalledTimes(1)
  close()
})
