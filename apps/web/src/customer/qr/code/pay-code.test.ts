import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../shell/api/api.ts'
import { createPayCode } from './pay-code.ts'

const busy = new ApiError('OVERLOADED', 503, 'ただいま混み合っています。')

/** A phone with its own clock and a server that numbers its codes. */
function phone({
  ttl = 300,
  fail = () => false,
  failure = busy,
  lose = () => false,
}: { ttl?: number; fail?: () => boolean; failure?: ApiError; lose?: () => boolean } = {}) {
  let issued = 0
  let clock = 0
  let isHidden = false
  let isOffline = false
  const ended: string[] = []
  const asked: string[] = []
  /** What the server ended on behalf of another phone. */
  const over = new Set<string>()
  const payCode = createPayCode({
    fetchCode: async (isAhead) => {
      if (fail()) throw failure
      issued += 1
      asked.push(isAhead ? 'ahead' : 'now')
      if (lose()) throw new ApiError('NETWORK_OFFLINE', 0, '通信できませんでした。')
      return { token: `T${issued}`, code: String(issued).padStart(16, '0'), ttl, issued_at: `at ${issued}` }
    },
    holdOut: async (issued_at) => {
      if (fail()) throw failure
      asked.push(`shows ${issued_at}`)
      if (over.has(issued_at)) throw new ApiError('QR_EXPIRED', 410, '')
    },
    voidCodes: async (issued_at) => {
      if (fail()) throw failure
      ended.push(issued_at)
    },
    now: () => clock,
    isHidden: () => isHidden,
    isOffline: () => isOffline,
  })
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock += 1000
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  const hide = (on: boolean) => {
    isHidden = on
  }
  return {
    payCode,
    pass,
    ended,
    asked,
    over,
    hide,
    cut: (on: boolean) => (isOffline = on),
    sleep: (seconds: number) => (clock += seconds * 1000),
    count: () => issued,
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the pay code', () => {
  test('counts down from 300 against a deadline and is renewed when less than a second is left', async () => {
    const { payCode, pass, count } = phone()
    payCode.open()
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 300 })
    await pass(28)
    expect(payCode.state().secondsLeft).toBe(272)
    await pass(271)
    expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 1 })
    await pass(1)
    expect(payCode.state()).toMatchObject({ code: { token: 'T2' }, secondsLeft: 300 })
    expect(count()).toBe(2)
  })

  test('is asked for by no page that nobody sees: it would end the one that is held out', async () => {
    const { payCode, pass, hide, count } = phone()
    hide(true)
    await payCode.fetchAhead()
    payCode.open()
    await pass(700)
    expect(count()).toBe(0)
    hide(false)
    payCode.returned(700_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 300 })
  })

  test('is gone, not stale, when its time ran out while the phone slept', async () => {
    const { payCode, sleep } = phone()
    payCode.open()
    await vi.advanceTimersByTimeAsync(0)
    sleep(400)
    payCode.returned(400_000)
    expect(payCode.state().code).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state()).toMatchObject({ code: { token: 'T2' }, secondsLeft: 300 })
  })

  test('is replaced after more than 30 seconds out of sight, and kept after less', async () => {
    const { payCode, pass } = phone()
    payCode.open()
    await vi.advanceTimersByTimeAsync(0)
    await pass(20)
    payCode.returned(20_000)
    expect(payCode.state().code?.token).toBe('T1')
    payCode.returned(31_000)
    expect(payCode.state().code).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state().code?.token).toBe('T2')
  })

  describe('out of sight', () => {
    test('for 30 seconds ends, here and on the server, and once only', async () => {
      const { payCode, pass, ended, count } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      payCode.hidden()
      await pass(29)
      expect(payCode.state().code?.token).toBe('T1')
      expect(ended).toEqual([])
      await pass(400)
      expect(payCode.state()).toMatchObject({ code: null, since: 'at 1' })
      expect(ended).toEqual(['at 1'])
      expect(count()).toBe(1)
      payCode.returned(429_000)
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state().code?.token).toBe('T2')
      expect(ended).toEqual(['at 1'])
    })

    test('for less goes on, and its time does not run on behind the customer who is back', async () => {
      const { payCode, pass, ended } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      payCode.hidden()
      await pass(29)
      payCode.returned(29_000)
      await pass(29)
      expect(payCode.state().code?.token).toBe('T1')
      expect(ended).toEqual([])
    })

    test('on a device that slept ends at the return', async () => {
      const { payCode, sleep, ended } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      payCode.hidden()
      sleep(60)
      payCode.returned(60_000)
      expect(ended).toEqual(['at 1'])
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state().code?.token).toBe('T2')
    })

    test('behind home ends as well, and the pay screen fetches its own', async () => {
      const { payCode, pass, ended } = phone()
      await payCode.fetchAhead()
      payCode.hidden()
      await pass(30)
      expect(payCode.state().code).toBeNull()
      expect(ended).toEqual(['at 1'])
      payCode.returned(30_500)
      await pass(1)
      expect(payCode.state().code).toBeNull()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state().code?.token).toBe('T2')
    })

    test('without a line ends here, and nothing is asked for until the customer is back', async () => {
      let isAway = false
      const { payCode, pass, ended, count } = phone({
        fail: () => isAway,
        failure: new ApiError('NETWORK_OFFLINE', 0, '通信できませんでした。'),
      })
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      isAway = true
      void payCode.renew()
      payCode.hidden()
      await pass(40)
      expect(payCode.state().code).toBeNull()
      isAway = false
      await pass(60)
      expect(ended).toEqual([])
      expect(count()).toBe(1)
      payCode.returned(100_000)
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state().code?.token).toBe('T2')
    })
  })

  test('tries again by itself after 2, 5 and 10 seconds, then waits for a hand', async () => {
    let isDown = true
    let asked = 0
    const { payCode, pass } = phone({
      fail: () => {
        asked += 1
        return isDown
      },
    })
    payCode.open()
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state().error?.code).toBe('OVERLOADED')
    const asks: number[] = []
    for (let second = 0; second < 30; second += 1) {
      const before = asked
      await pass(1)
      if (asked > before) asks.push(second + 1)
    }
    expect(asks).toEqual([2, 7, 17])
    isDown = false
    await payCode.renew()
    expect(payCode.state()).toMatchObject({ error: null, code: { token: 'T1' } })
  })

  test('that was fetched ahead stands there at once', async () => {
    const { payCode, pass, count } = phone()
    await payCode.fetchAhead()
    await pass(10)
    payCode.open()
    expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 290, isIssuing: false })
    expect(count()).toBe(1)
  })

  describe('that was fetched ahead', () => {
    test('ends no code of another phone before it is shown, and is the one that counts from then on', async () => {
      const { payCode, asked } = phone()
      await payCode.fetchAhead()
      expect(asked).toEqual(['ahead'])
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(asked).toEqual(['ahead', 'shows at 1'])
      expect(payCode.state().code?.token).toBe('T1')
    })

    test('is told of also when the pay screen opens before it has come', async () => {
      const { payCode, asked } = phone()
      void payCode.fetchAhead()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(asked).toEqual(['ahead', 'shows at 1'])
    })

    test('gives way to a new one where another phone has ended it meanwhile', async () => {
      const { payCode, over, asked } = phone()
      await payCode.fetchAhead()
      over.add('at 1')
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(asked).toEqual(['ahead', 'shows at 1', 'now'])
      expect(payCode.state().code?.token).toBe('T2')
    })

    test('is told of until somebody has heard it', async () => {
      let isDown = true
      const { payCode, pass, asked } = phone({ fail: () => isDown })
      isDown = false
      await payCode.fetchAhead()
      isDown = true
      payCode.open()
      await pass(12)
      expect(payCode.state().code?.token).toBe('T1')
      isDown = false
      await pass(20)
      expect(asked).toEqual(['ahead', 'shows at 1'])
    })
  })

  test('is looked after when the page is seen again: another phone may have ended it', async () => {
    const { payCode, over, pass } = phone()
    payCode.open()
    await vi.advanceTimersByTimeAsync(0)
    payCode.hidden()
    over.add('at 1')
    await pass(10)
    payCode.returned(10_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state().code?.token).toBe('T2')
  })

  describe('whose next one was made, but never arrived,', () => {
    test('is held out no longer than the server lets it live, and the next answer replaces it', async () => {
      let isLost = false
      const { payCode, pass } = phone({ lose: () => isLost })
      payCode.open()
      await pass(100)
      isLost = true
      await payCode.renew()
      expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 10 })
      await pass(9)
      expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 1 })
      await pass(1)
      expect(payCode.state().code).toBeNull()
      expect(payCode.state().error?.isNetwork).toBe(true)
      isLost = false
      await pass(10)
      expect(payCode.state().code).not.toBeNull()
      expect(payCode.state()).toMatchObject({ error: null, since: 'at 1' })
    })

    test('does not become good again by a refusal of the next attempt', async () => {
      let isLost = false
      let isBusy = false
      const { payCode, pass } = phone({ lose: () => isLost, fail: () => isBusy })
      payCode.open()
      await pass(1)
      isLost = true
      await payCode.renew()
      isBusy = true
      await pass(10)
      expect(payCode.state()).toMatchObject({ code: null, error: { code: 'OVERLOADED' } })
    })

    test('stays as it is where the server has refused, and where nothing can have left the device', async () => {
      let isBusy = false
      const { payCode, pass, cut, count } = phone({ fail: () => isBusy })
      payCode.open()
      await pass(100)
      isBusy = true
      await payCode.renew()
      expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 200 })
      isBusy = false
      cut(true)
      await payCode.renew()
      await pass(60)
      expect(payCode.state()).toMatchObject({ code: { token: 'T1' }, secondsLeft: 140 })
      expect(count()).toBe(1)
    })
  })

  test('without an answer is asked for until the line is back, with nobody to touch the phone', async () => {
    let isAway = true
    const { payCode, pass } = phone({
      fail: () => isAway,
      failure: new ApiError('NETWORK_OFFLINE', 0, '通信できませんでした。'),
    })
    payCode.open()
    await pass(120)
    expect(payCode.state().error?.isNetwork).toBe(true)
    isAway = false
    await pass(10)
    expect(payCode.state().code?.token).toBe('T1')
  })

  test('that was spent or whose owner left is never shown again, not even by an answer still under way', async () => {
    const { payCode } = phone()
    payCode.open()
    payCode.drop()
    await vi.advanceTimersByTimeAsync(0)
    expect(payCode.state().code).toBeNull()
  })

  describe('counts a payment as its own', () => {
    test('since the first of the codes that follow each other on screen: a register may still hold that one', async () => {
      const { payCode, pass } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state().since).toBe('at 1')
      await pass(300)
      await payCode.renew()
      expect(payCode.state()).toMatchObject({ code: { token: 'T3' }, since: 'at 1' })
      payCode.returned(40_000)
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state()).toMatchObject({ code: { token: 'T4' }, since: 'at 1' })
    })

    test('since the next code after one that has paid', async () => {
      const { payCode } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      payCode.drop()
      expect(payCode.state().since).toBeNull()
      await payCode.renew()
      expect(payCode.state().since).toBe('at 2')
    })

    test('since the next code, where no register can hold the one before any more', async () => {
      const { payCode, pass, sleep } = phone()
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      payCode.close()
      sleep(419)
      payCode.open()
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state()).toMatchObject({ code: { token: 'T2' }, since: 'at 1' })
      payCode.close()
      sleep(420)
      await payCode.fetchAhead()
      expect(payCode.state()).toMatchObject({ code: { token: 'T3' }, since: 'at 3' })
      // A phone that sleeps may stop its clock: how long it was away is told to it.
      payCode.open()
      await pass(10)
      payCode.returned(421_000)
      await vi.advanceTimersByTimeAsync(0)
      expect(payCode.state()).toMatchObject({ code: { token: 'T4' }, since: 'at 4' })
    })
  })
})
