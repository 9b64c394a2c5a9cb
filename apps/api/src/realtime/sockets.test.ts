import { openBrowser } from '@shirogane/testkit/calls/browser'
import { patienceMs } from '@shirogane/testkit/patience'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect, openSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const cookiesOf = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

describe('the handshake', () => {
  test('takes a page’s cookie together with its handle', async () => {
    const hanako = await openBrowser(api.url, 'hanako')
    const socket = await connect(api.url, '/transactions', {
      token: hanako.handle,
      headers: { Cookie: cookiesOf(hanako.cookies), Origin: api.url },
    })
    expect(await socket.join()).toEqual({ ok: true })
    socket.close()
  })

  test('refuses each half alone, the handle of somebody else, and no half at all', async () => {
    const hanako = await openBrowser(api.url, 'hanako')
    const kyoko = await openBrowser(api.url, 'kyoko')
    const headers = { Cookie: cookiesOf(hanako.cookies), Origin: api.url }
    for (const options of [{ headers }, { token: hanako.handle }, { token: kyoko.handle, headers }, {}]) {
      expect(await openSocket(api.url, '/transactions', options)).toEqual({ refused: 'AUTH_REQUIRED' })
    }
  })

  test('refuses a page of another site before it looks at anything', async () => {
    const hanako = await api.as('hanako')
    const options = { token: hanako.refresh_token, headers: { Origin: 'https://evil.example' } }
    expect(await openSocket(api.url, '/transactions', options)).toEqual({ refused: 'websocket error' })
  })

  test('refuses a secret in the address, where it would end up in logs', async () => {
    const hanako = await api.as('hanako')
    const options = { token: hanako.refresh_token, query: { token: hanako.refresh_token ?? '' } }
    expect(await openSocket(api.url, '/transactions', options)).toEqual({ refused: 'websocket error' })
  })

  test('refuses an access token, a forged secret and a namespace that there is not', async () => {
    const hanako = await api.as('hanako')
    const forged = `${hanako.refresh_token?.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`
    expect(await openSocket(api.url, '/transactions', { token: hanako.access_token })).toEqual({
      refused: 'AUTH_REQUIRED',
    })
    expect(await openSocket(api.url, '/transactions', { token: forged })).toEqual({
      refused: 'AUTH_REQUIRED',
    })
    expect(await openSocket(api.url, '/money', { token: hanako.refresh_token })).toEqual({
      refused: 'Invalid namespace',
    })
  })

  test('is counted for the line that calls, and behind a proxy not for the proxy', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    const from = (ip: string) =>
      openSocket(limited.url, '/transactions', { headers: { 'X-Forwarded-For': `192.0.2.1, ${ip}` } })
    for (let tens = 0; tens < 30; tens += 1)
      await Promise.all(Array.from({ length: 10 }, () => from('198.51.100.7')))
    expect(await from('198.51.100.7')).toEqual({ refused: 'OVERLOADED' })
    expect(await from('198.51.100.8')).toEqual({ refused: 'AUTH_REQUIRED' })
    await limited.close()
  })
})

describe('rooms', () => {
  test('follow from the session, whatever is sent along', async () => {
    const hanako = await api.as('hanako')
    const kyoko = await api.as('kyoko')
    const own = await connect(api.url, '/transactions', { token: hanako.refresh_token })
    const nosy = await connect(api.url, '/transactions', { token: kyoko.refresh_token })
    await own.join()
    expect(await nosy.join({ user_id: hanako.user_id, room: `user:${hanako.user_id}` })).toEqual({ ok: true })
    await sell(await api.as('clerk'), hanako, { amount: 1_100, tenders: { cash: 1_100 } })
    await own.received('purchaseSuccess')
    // Events arrive in order: what was sent before this one is there.
    const { transaction } = await sell(await api.as('clerk'), kyoko, {
      amount: 1_200,
      tenders: { cash: 1_200 },
    })
    expect(await nosy.received('newClientTransaction')).toMatchObject({ id: transaction.id })
    expect(nosy.events.map(({ name }) => name)).toEqual(['purchaseSuccess', 'newClientTransaction'])
    own.close()
    nosy.close()
  })

  test('of a store are for its own staff alone', async () => {
    const here = await connect(api.url, '/transactions', { token: (await api.as('manager')).refresh_token })
    const elsewhere = await connect(api.url, '/transactions', {
      token: (await api.as('otherManager')).refresh_token,
    })
    await Promise.all([here.join(), elsewhere.join()])
    await sell(await api.as('clerk'), null, { amount: 2_200, tenders: { cash: 2_200 } })
    expect(await here.received('newClientTransaction')).toMatchObject({
      spent_total: 2_200,
      wallet_after: null,
    })
    await sell(await api.as('otherClerk'), null, { amount: 3_300, tenders: { cash: 3_300 } })
    expect(await elsewhere.received('newClientTransaction')).toMatchObject({ spent_total: 3_300 })
    expect(elsewhere.events).toHaveLength(1)
    here.close()
    elsewhere.close()
  })
})

describe('the end of a session', () => {
  test('cuts its sockets at once in every process, not only when all of them are looked at', async () => {
    const other = await startApi({ db: api.db })
    const program = await api.signIn('hanako')
    const sockets = await Promise.all(
      [api.url, other.url].map((url) => connect(url, '/transactions', { token: program.refresh_token })),
    )
    await api.nobody.call('auth.logout', {
      body: { refresh_token: program.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    await expect.poll(() => sockets.map(({ socket }) => socket.connected)).toEqual([false, false])
    expect(await openSocket(api.url, '/transactions', { token: program.refresh_token })).toEqual({
      refused: 'AUTH_REQUIRED',
    })
    await other.close()
  })

  test('so does a suspension', async () => {
    const yoko = await api.signIn('yoko')
    const socket = await connect(api.url, '/transactions', { token: yoko.refresh_token })
    await api.db.query(`update users set suspended_at = now() where id = $1`, [yoko.user_id])
    await expect.poll(() => socket.socket.connected).toBe(false)
    expect(await openSocket(api.url, '/transactions', { token: yoko.refresh_token })).toEqual({
      refused: 'AUTH_SUSPENDED',
    })
  })
})

describe('a client that misbehaves', () => {
  test('may say one word: others are refused, and never reach anybody', async () => {
    const hanako = await api.as('hanako')
    const victim = await connect(api.url, '/transactions', { token: hanako.refresh_token })
    const liar = await connect(api.url, '/transactions', { token: (await api.as('kyoko')).refresh_token })
    await Promise.all([victim.join(), liar.join()])
    for (const word of [
      'newClientTransaction',
      'purchaseSuccess',
      'joinUsersRoom',
      '__proto__',
      'constructor',
    ]) {
      expect(await liar.socket.timeout(patienceMs).emitWithAck(word, { spent_total: 1 })).toEqual({
        ok: false,
        code: 'FORBIDDEN',
      })
    }
    expect(victim.events).toEqual([])
    victim.close()
    liar.close()
  })

  test.each<[string, (emit: (payload: unknown) => void) => void]>([
    ['a payload of more than a kilobyte', (emit) => emit('x'.repeat(1_100))],
    ['binary data', (emit) => emit(Buffer.alloc(10))],
    ['a frame of megabytes', (emit) => emit('x'.repeat(2_000_000))],
    ['a flood', (emit) => Array.from({ length: 30 }, () => emit(null))],
  ])('is cut off for %s, and everybody else is served on', async (_name, send) => {
    const socket = await connect(api.url, '/transactions', { token: (await api.as('kyoko')).refresh_token })
    send((payload) => socket.socket.emit('joinTransactionRoom', payload))
    await expect.poll(() => socket.socket.connected).toBe(false)
    expect((await api.nobody.send('GET', '/healthz')).status).toBe(200)
  })
})
