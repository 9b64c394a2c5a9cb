import { expect, test } from 'vitest'
import { written } from './written.ts'

test.each([
  ['銀のリング', '銀のリング'],
  ['　 刻印あり \n', '刻印あり'],
  ['一行目\r\n二行目', '一行目\n二行目'],
  ['9号\t在庫', '9号 在庫'],
  ['\u202e円000,1 \u2066引き\u2069', '円000,1 引き'],
  ['贈\u200b答\ufeff用\u00ad', '贈答用'],
  ['鳴\u0007る\u001b[31m', '鳴る[31m'],
  ['👩\u200d👧 と❤️', '👩\u200d👧 と❤️'],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  ['\ufe0f銀\u3164の\u034f輪', '銀の輪'],
  ['銀\u200dの\u200d輪', '銀の輪'],
  ['銀の\u{e0100}輪 \ufe0f', '銀の輪'],
  ['一行目\u2028二行目', '一行目\n二行目'],
  ['👨🏻\u200d💻', '👨🏻\u200d💻'],
  ['👨\u200d銀', '👨銀'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴'],
  ['1\ufe0f\u20e3 ☎\ufe0e', '1\ufe0f\u20e3 ☎\ufe0e'],
  ['葛\ufe00', '葛\ufe00'],
])('%j is kept as %j', (typed, kept) => expect(written.max(20).parse(typed)).toBe(kept))

test.each([
  '',
  ' 　',
  '\u200b',
  '\u3164',
  '\u2800',
  '\ufe0f\u034f',
  '\u{e0100}',
  '\u200d\u202e\u200d',
  '\u0000',
])('%j says nothing', (typed) => expect(written.min(1).safeParse(typed).success).toBe(false))

test('what nobody sees takes no room', () => {
  expect(written.max(3).parse('\u200b一\u200b二\u200b三\u200b')).toBe('一二三')
  expect(written.max(3).safeParse('一二三四').success).toBe(false)
})

test.each([' ', '\n', '\u3000'])('as much of %j as a request holds is read at once', (blank) => {
  const started = performance.now()
  const typed = `銀${blank.repeat(60_000)}輪`
  expect(written.max(20).safeParse(typed).success).toBe(false)
  expect(written.parse(`銀${blank.repeat(60_000)}`)).toBe('銀')
  expect(performance.now() - started).toBeLessThan(1_000)
})

test.each(['\u200d', '\ufe0f', '\u202e', '🏽', '👩\u200d'])('and so is as much of %j', (sign) => {
  const started = performance.now()
  written.max(20).safeParse(`👩${sign.repeat(60_000)}輪`)
  expect(performance.now() - started).toBeLessThan(1_000)
})
