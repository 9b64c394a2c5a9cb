import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginPursuit, pursue } from './outcome.ts'
import type { Knowledge, Next, PursuitEvent, Reply } from './outcome.ts'

type Sale = { id: string }
const sale: Sale = { id: 'the sale' }

/** A network that answers from two scripts; when a script has run out its last line repeats. */
function network(replies: Reply<Sale, string>[], knowledge: Knowledge<Sale>[] = [{ kind: 'lost' }]) {
  const line = <T>(script: T[], count: number) => script[Math.min(count, script.length) - 1] as T
  const send = vi.fn(async () => line(replies, send.mock.calls.length))
  const ask = vi.fn(async () => line(knowledge, ask.mock.calls.length))
  let pursuit = beginPursuit<string>(1)
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (outcome: unknown) => void = () => {}

  function observe(event: PursuitEvent<Sale, string>): void {
    const [next, what] = pursue(pursuit, event)
    pursuit = next
    if (what !== null) run(what)
  }

  function run(what: NonNullable<Next<Sale, string>>): void {
    const { turn } = pursuit
    clearTimeout(timer)
    switch (what.do) {
      case 'send':
        void send().then((reply) => {
          const mayBeDone = reply.kind === 'refusal' && reply.refusal === 'PAYMENT_STATE'
          observe({ type: 'replied', turn, reply, mayBeDone })
        })
        break
      case 'ask':
        void ask().then((known) => observe({ type: 'known', turn, known }))
        break
      case 'rest':
        timer = setTimeout(() => observe({ type: 'rested' }), what.ms)
        break
      case 'end':
        end(what.outcome)
    }
  }

  const start = () =>
    new Promise((resolve) => {
      end = resolve
      run({ do: 'send' })
    })
  return {
    send,
    ask,
    start,
    wake: () => observe({ type: 'rested' }),
    report: () => observe({ type: 'reported' }),
  }
}

const lost = { kind: 'lost' } as const
const notDone = { kind: 'not_done' } as const
const busy = { kind: 'lost', busy: 'OVERLOADED' } as const

describe('the pursuit of an act whose answer may be lost', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('an answer ends it with one sending and no question', async () => {
    const net = network([{ kind: 'answer', value: sale }])
    await expect(net.start()).resolves.toEqual({ kind: 'done', value: sale })
    expect(net.send).toHaveBeenCalledTimes(1)
    expect(net.ask).not.toHaveBeenCalled()
  })

  test('a refusal ends it at once and is not sent again', async () => {
    const net = network([{ kind: 'refusal', refusal: 'INSUFFICIENT_BALANCE' }])
    await expect(net.start()).resolves.toEqual({ kind: 'refused', refusal: 'INSUFFICIENT_BALANCE' })
    expect(net.send).toHaveBeenCalledTimes(1)
  })

  test('a lost answer is asked for again after 2, 4 and 8 seconds, and only then the state is polled', async () => {
    const net = network([lost], [lost, { kind: 'done', value: sale }])
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(net.send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(net.send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(net.send).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(net.send).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(net.ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(net.send).toHaveBeenCalledTimes(4)
    expect(net.ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
    expect(net.send).toHaveBeenCalledTimes(4)
  })

  test('without any network it never decides by itself, however long it takes', async () => {
    const net = network([lost], [lost])
    let ended = false
    void net.start().then(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(ended).toBe(false)
    expect(net.send).toHaveBeenCalledTimes(4)
  })

  test('a state that knows no result sends the same act again, and its answer counts', async () => {
    const net = network([lost, lost, lost, lost, { kind: 'answer', value: sale }], [lost, notDone])
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(16_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
    expect(net.send).toHaveBeenCalledTimes(5)
  })

  test('a socket message ends the wait for an answer that hangs', async () => {
    const net = network([lost], [{ kind: 'done', value: sale }])
    net.send.mockImplementation(() => new Promise(() => {}))
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(500)
    net.report()
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
  })

  test('a refusal that may come from the own success is decided by the state', async () => {
    const done = network(
      [lost, { kind: 'refusal', refusal: 'PAYMENT_STATE' }],
      [{ kind: 'done', value: sale }],
    )
    const outcome = done.start()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })

    const cancelled = network([{ kind: 'refusal', refusal: 'PAYMENT_STATE' }], [notDone])
    await expect(cancelled.start()).resolves.toEqual({ kind: 'refused', refusal: 'PAYMENT_STATE' })
  })

  test('a server that is busy for a moment is asked again, and nobody hears of it', async () => {
    const net = network([busy, { kind: 'answer', value: sale }])
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
    expect(net.ask).not.toHaveBeenCalled()
  })

  test('one that stays busy has refused, once its state says that nothing happened', async () => {
    const net = network([busy], [notDone])
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(outcome).resolves.toEqual({ kind: 'refused', refusal: 'OVERLOADED' })
    expect(net.send).toHaveBeenCalledTimes(2)
    expect(net.ask).toHaveBeenCalledTimes(1)
  })

  test('what it says is never taken for the end of an act whose answer was lost before', async () => {
    // Its first sending still waits at the server, which knows nothing of it until it is at its end.
    const net = network(
      [lost, busy, busy, busy, busy, { kind: 'answer', value: sale }],
      [notDone, notDone, lost],
    )
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(20_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
    expect(net.send).toHaveBeenCalledTimes(6)
  })

  test('a person who asks does not wait for the next poll', async () => {
    const net = network([lost], [lost, { kind: 'done', value: sale }])
    const outcome = net.start()
    await vi.advanceTimersByTimeAsync(14_500)
    expect(net.ask).toHaveBeenCalledTimes(1)
    net.wake()
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
  })

  test('an answer to a sending that is not waited for any more is not taken', async () => {
    const net = network([lost], [lost, { kind: 'done', value: sale }])
    let answer: (reply: Reply<Sale, string>) => void = () => {}
    net.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const outcome = net.start()
    net.report()
    answer({ kind: 'refusal', refusal: 'INSUFFICIENT_BALANCE' })
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(outcome).resolves.toEqual({ kind: 'done', value: sale })
  })
})
