import { expect, test, vi } from 'vitest'

const pepper = Buffer.alloc(32, 1)

test('a storm turns away the first name that nobody has, and none after it', async () => {
  // As a process begins: in this one somebody may have asked for a name that nobody has.
  vi.resetModules()
  const { dummyHash, hashPassword, verifyPassword } = await import('./passwords.ts')
  const storm = Array.from({ length: 50 }, () =>
    hashPassword('any', pepper).then(String, () => 'turned away'),
  )
  await expect(dummyHash(pepper)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(new Set(await Promise.all(storm)).size).toBeGreaterThan(2)
  expect(await verifyPassword(await dummyHash(pepper), 'any', pepper)).toBe(false)
})
