import { describe, expect, test } from 'vitest'
import { mayReload } from '../navigation/chunks.ts'
import { routePatterns } from '../navigation/paths.ts'
import type { Who } from '../session/session.ts'
import { verdictOf } from './guards.ts'
import type { Guard } from './guards.ts'
import { lazyScreens } from './lazy-screens.ts'
import { router, routerPath } from './router.tsx'
import { adminPatterns, routes } from './routes.tsx'

const id = '01a1ff34-4702-7617-818d-de9ed323373a'

test('the table holds every page of the product once', () => {
  const table = [...routes.map(({ path }) => path), ...adminPatterns].sort()
  expect(table).toEqual([...routePatterns].sort())
})

test('a page has its screen in the table, or in the list that comes after home', () => {
  const elsewhere = routes.filter(({ screen }) => screen === undefined).map(({ path }) => path)
  expect(elsewhere.sort()).toEqual(Object.keys(lazyScreens).sort())
})

test('the table of pages is this one', () => {
  expect(
    routes.map(({ path, layout, guard, title }) => `${path}  ${layout}  ${guard}  ${title}`),
  ).toMatchSnapshot()
})

test('the router finds every page, with its optional part and without', () => {
  for (const pattern of routePatterns) {
    for (const part of pattern.includes('{id?}') ? [`/${id}`, ''] : [`/${id}`]) {
      const pathname = pattern.replace(/\/\{id\??\}/, part)
      const [, , found] = router.getMatchedRoutes(pathname)
      expect(found?.fullPath, pathname).toBe(routerPath(pattern))
    }
  }
  expect(router.getMatchedRoutes('/nowhere')[2]).toBeUndefined()
})

describe('guards', () => {
  const everyone: Who[] = ['guest', 'unverified', 'member', 'staff']
  const cases: [Guard, Record<Who, string>][] = [
    ['any', { guest: 'show', unverified: 'show', member: 'show', staff: 'show' }],
    ['open', { guest: 'show', unverified: '/auth/register?step=2', member: 'show', staff: 'show' }],
    [
      'signed_in',
      {
        guest: '/auth/login?next=%2Fuser%3Ftab%3Da',
        unverified: '/auth/register?step=2',
        member: 'show',
        staff: 'show',
      },
    ],
    ['guest', { guest: 'show', unverified: '/auth/register?step=2', member: '/', staff: '/' }],
    [
      'staff',
      {
        guest: '/auth/login?next=%2Fuser%3Ftab%3Da',
        unverified: '/auth/register?step=2',
        member: 'not_found',
        staff: 'show',
      },
    ],
  ]
  test.each(cases)('%s', (guard, expected) => {
    for (const who of everyone) {
      const verdict = verdictOf(guard, who, '/user?tab=a')
      expect(typeof verdict === 'string' ? verdict : verdict.go, who).toBe(expected[who])
    }
  })

  test('somebody signed in who opens the login goes where the link wanted to lead them', () => {
    expect(verdictOf('guest', 'member', '/auth/login', '/transactions')).toEqual({ go: '/transactions' })
    expect(verdictOf('guest', 'member', '/auth/login', '//evil.invalid')).toEqual({ go: '/' })
  })
})

test('a missing part of the app reloads the page once a minute at most', () => {
  sessionStorage.clear()
  const now = 1_000_000
  expect(mayReload(now)).toBe(true)
  expect(mayReload(now + 59_999)).toBe(false)
  expect(mayReload(now + 60_000)).toBe(true)
})
