import { expect, test } from 'vitest'
import { paths, routePatterns, safeNext } from './paths.ts'

const id = '01a1ff34-4702-7617-818d-de9ed323373a'

/** Every builder, with each of its optional parts given and left out. */
const built: Record<string, string[]> = Object.fromEntries(
  Object.entries(paths).map(([name, build]) => {
    const make = build as (part?: string) => string
    return [
      name,
      build.length === 0
        ? [make()]
        : [make(id)].concat(name === 'banner' || name === 'qrView' || name === 'qrDone' ? [] : [make()]),
    ]
  }),
)

function matches(pattern: string, pathname: string): boolean {
  const source = pattern.replace(/\/\{\w+\?\}/g, '(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}$`).test(pathname)
}

test('every link leads to a page that exists', () => {
  for (const [name, addresses] of Object.entries(built)) {
    for (const address of addresses) {
      const { pathname } = new URL(address, 'https://app.invalid')
      expect(
        routePatterns.some((pattern) => matches(pattern, pathname)),
        `${name}: ${address}`,
      ).toBe(true)
    }
  }
})

test('every page that exists has a link', () => {
  const addresses = Object.values(built)
    .flat()
    .map((address) => new URL(address, 'https://app.invalid').pathname)
  for (const pattern of routePatterns) {
    expect(
      addresses.some((address) => matches(pattern, address)),
      pattern,
    ).toBe(true)
  }
})

test('the links are these', () => {
  expect(built).toMatchSnapshot()
})

test('after a login one is led to a page of this app and nowhere else', () => {
  expect(safeNext('/transactions?filter=payment')).toBe('/transactions?filter=payment')
  expect(safeNext('/admin/register')).toBe('/admin/register')
  for (const bad of [
    undefined,
    '',
    'https://evil.invalid',
    '//evil.invalid',
    '/\\evil.invalid',
    '\\/evil.invalid',
    'javascript:alert(1)',
    '/auth/login',
    '/auth/logout',
    '/a/../auth/logout',
  ]) {
    expect(safeNext(bad), String(bad)).toBeNull()
  }
})
