import { charge } from '@shirogane/testkit/acts/funds'
import { startApi } from '@shirogane/testkit/start-api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesTwice } from './json-members.ts'

const twice = [
  '{"amount":1,"amount":100000}',
  '{"amount":1,"amount":1}',
  String.raw`{"amount":1,"a\u006dount":100000}`,
  String.raw`{"\u0061mount":1,"\u0061mount":100000}`,
  String.raw`{"a\/b":1,"a/b":2}`,
  String.raw`{"a\"b":1,"a\u0022b":2}`,
  String.raw`{"a\\":1,"a\u005c":2}`,
  '{"items":[{"quantity":1,"quantity":2}]}',
  '{"tenders":{"cash":1,"points":2,"cash":3}}',
  '{"a":{"b":{"c":[[{"d":1,"e":[],"d":{}}]]}}}',
  '{"1":1,"1":2}',
  '{"":1,"":2}',
  '{"a":{"x":1},"a":{"x":1,"y":2}}',
  '[{"a":1},{"a":1,"a":1}]',
]
const once = [
  '{}',
  '[]',
  '1',
  '"a:b"',
  'null',
  '{"a":":","b":"\\":{","c":"\\\\"}',
  String.raw`{"a":"\\\\\"","b":"\\","a\\":1,"a\"":2}`,
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  ' { "a" : 1 , "b" : [ ":" , "," ] } ',
  '{"constructor":1,"toString":2,"length":3,"0":4}',
]

test.each(twice)('one name twice: %s', (text) => {
  expect(namesTwice(text, JSON.parse(text))).toBe(true)
})
test.each(once)('each name once: %s', (text) => {
  expect(namesTwice(text, JSON.parse(text))).toBe(false)
})

test('whatever is written as JSON names nothing twice, until one name is written again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.string(), (value, name, other) => {
      const text = JSON.stringify(value)
      expect(namesTwice(text, JSON.parse(text))).toBe(false)
      fc.pre(name !== '__proto__' && other !== '__proto__')
      const [one, two] = [JSON.stringify(name), JSON.stringify(other)]
      const pair = `{${one}:${text},${two}:${text}}`
      expect(namesTwice(pair, JSON.parse(pair))).toBe(name === other)
    }),
  )
})

test('a call whose body says one thing twice is none, and does nothing', async () => {
  const api = await startApi()
  const [clerk, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
  await charge(api.db, hanako.user_id, 200_000)
  const before = await hanako.get('users.me')
  for (const [index, body] of [
    '{"amount":1,"amount":100000,"tenders":{"cash":100000}}',
    String.raw`{"amount":100,"tenders":{"cash":100},"a\u006dount":100000}`,
    '{"amount":100,"tenders":{"cash":1,"cash":100}}',
    '{"amount":100,"items":[{"name":"指輪","unit_price":1,"quantity":1,"unit_price":100}],"tenders":{"cash":100}}',
  ].entries()) {
    const reply = await clerk.send('POST', '/v1/transactions/pay', {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `a-key-of-its-own-${index}` },
      body,
    })
    expect(reply, body).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
  }
  expect(await hanako.get('users.me')).toEqual(before)
  await api.close()
})
