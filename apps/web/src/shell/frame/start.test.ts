import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCookie, type CookieName, readCookie, writeCookie } from '../session/cookies.ts'

const answers: Record<string, object> = {
  '/v1/auth/refreshToken': { access_token: 'access', refresh_token: 'handle', expires_in: 300 },
  '/v1/users/me': {
    id: 'clerk',
    type: 'employee',
    employee: { type: 'register' },
    wallet: null,
    level: null,
  },
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(answers[path] ?? {})))
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  history.replaceState(null, '', '/')
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function fresh() {
  const [{ startApp }, { logout }] = await Promise.all([
    import('./start.ts'),
    import('../session/session.ts'),
  ])
  return { start: () => startApp(() => {}), logout }
}

test('a log-out takes every cookie along that the page has set', async () => {
  const { start, logout } = await fresh()
  await start()
  const names: CookieName[] = ['store_ref', 'invite_code', 'later', 'birth_no']
  const held = () => names.filter((name) => Boolean(readCookie(name)))
  for (const name of names) writeCookie(name, 'KNZ1', 7)
  expect(held()).toEqual(names)
  await logout()
  expect(held()).toEqual([])
})

test('a link that brings a guest along is remembered for seven days, the first one where there are more', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  const { start } = await fresh()
  history.replaceState(null, '', '/?store_ref=KNZ1&invite=TSUKI01')
  expect(await start()).toEqual({ go: '/qr' })
  history.replaceState(null, '', '/?store_ref=KRM1&invite=YUKIWA2')
  await start()
  // The specification has seven days, written out here in seconds.
  expect(written.mock.calls).toEqual([
    ['store_ref=KNZ1; Path=/; Max-Age=604800; SameSite=Lax'],
    ['invite_code=TSUKI01; Path=/; Max-Age=604800; SameSite=Lax'],
  ])
  for (const name of ['store_ref', 'invite_code'] as const) clearCookie(name)
})

test.each([
  ['/', '/admin/register'],
  ['/transactions', '/admin/register'],
  ['/administer', '/admin/register'],
  ['/admin/close', null],
  ['/user/setting', null],
])('a clerk who opens %s is sent to %s at start', async (path, go) => {
  const { start, logout } = await fresh()
  localStorage.setItem('shirogane.signed_in', '1')
  history.replaceState(null, '', path)
  expect(await start()).toEqual({ go })
  await logout()
})
