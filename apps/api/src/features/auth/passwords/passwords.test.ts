import { hashSync } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { deriveKeys } from '../keys.ts'

const { pepper } = deriveKeys(Buffer.alloc(32, 1))

test('a storm turns away the first name that nobody has, and none after it', async () => {
  // As a process begins: in this one a login with an unknown name may have made the hash already.
  vi.resetModules()
  const { dummyHash, hashPassword, verifyPassword } = await import('./passwords.ts')
  const storm = Array.from({ length: 50 }, () =>
    hashPassword('any', pepper).then(String, () => 'turned away'),
  )
  await expect(dummyHash(pepper)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(new Set(await Promise.all(storm)).size).toBeGreaterThan(2)
  expect(await verifyPassword(await dummyHash(pepper), 'any', pepper)).toBe(false)
})

test.each([
  ['tsuki-no-shizuku-925', 'ｔｓｕｋｉ-no-shizuku-925'],
  ['P4$$w0rd-of-mine!', 'P4$$w0rd-of-mine! '],
])('%s that was hashed as it was typed, before sentences were taken, still opens', async (typed, again) => {
  const { verifyPassword } = await import('./passwords.ts')
  const kept = hashSync(typed.normalize('NFKC'), { secret: pepper.current, memoryCost: 19_456, timeCost: 2 })
  expect(await verifyPassword(kept, typed, pepper)).toBe(true)
  expect(await verifyPassword(kept, again, pepper)).toBe(true)
  expect(await verifyPassword(kept, typed.toUpperCase(), pepper)).toBe(false)
})

test.each([
  ['password 2026', true],
  ['p a s s w o r d 1', true],
  ['Ｐ＠ｓｓｗ０ｒｄ！！', true],
  ['P@ssw0rd!!', true],
  ['iloveyou♥♥♥', true],
  ['silverring 925', true],
  ['パスワード20261124', true],
  ['ありがとうございます！！', true],
  ['わたしの パスワード', true],
  ['tsuki-no-shizuku', false],
  ['銀の指輪を三つ買った日', false],
  ['ありがとうと言われた雨の日', false],
])('%s is on the list of what everybody tries: %s', (typed, isOnIt) =>
  expect(isCommonPassword(typed)).toBe(isOnIt),
)
