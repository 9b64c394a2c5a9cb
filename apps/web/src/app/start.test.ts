import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CookieName, readCookie, writeCookie } from '../lib/cookies.ts'
import { queryClient } from '../lib/query-client.ts'
import { logout } from '../lib/session.ts'
import { start } from './start.ts'

const names: CookieName[] = ['store_ref', 'invite_code', 'later', 'birth_no']
const held = () => names.filter((name) => Boolean(readCookie(name)))

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}')))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a log-out takes every cookie along that the page has set', async () => {
  await start(() => {})
  for (const name of names) writeCookie(name, 'KNZ1', 7)
  expect(held()).toEqual(names)
  await logout()
  expect(held()).toEqual([])
})
