import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config/environment.ts'
import { loadConfig } from './config.ts'

const dataDir = (): string => mkdtempSync(join(tmpdir(), 'shirogane-config-'))
const demo = (over: Record<string, string> = {}) => ({
  DATABASE_URL: 'postgres://localhost/shirogane',
  DATA_DIR: dataDir(),
  ...over,
})
const production = (over: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/shirogane',
  PUBLIC_URL: 'https://pay.example.jp',
  SECRET_KEY: randomBytes(48).toString('base64'),
  ...over,
})
const complaint = (env: Record<string, string>): string => {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('the demo needs nothing but a database, and keeps the secret that it makes to its owner', () => {
  const env = demo()
  const first = loadConfig(env)
  expect(first).toMatchObject({
    demo: true,
    production: false,
    port: 3000,
    host: '127.0.0.1',
    checkAnswers: true,
  })
  expect(first.publicUrl.origin).toBe('http://localhost:3000')
  expect(loadConfig(env).secretKey).toEqual(first.secretKey)
  expect(statSync(join(env.DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('everything that is wrong is said at once', () => {
  const message = complaint({
    PORT: '99999',
    DEMO: 'perhaps',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'ftp://x',
    SECRET_KEYS: 'x',
    DATA_DIR: dataDir(),
  })
  for (const name of ['PORT', 'DEMO', 'LOG_LEVEL', 'PUBLIC_URL', 'SECRET_KEYS', 'DATABASE_URL'])
    expect(message).toContain(`- ${name} `)
})

test('a password in an address is not repeated', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    const said = complaint(demo({ [name]: 'mysql://root:hunter2@db/x' }))
    expect(said).toContain(`- ${name} must be an address`)
    expect(said).not.toContain('hunter2')
  }
})

test('a damaged secret file is said to be that', () => {
  const env = demo()
  writeFileSync(join(env.DATA_DIR, 'secret-key'), 'oops')
  expect(complaint(env)).toContain('is damaged')
  expect(readFileSync(join(env.DATA_DIR, 'secret-key'), 'utf8')).toBe('oops')
})

test('mail and SMS need all of their names, or none', () => {
  expect(loadConfig(demo())).toMatchObject({ mail: null, sms: null })
  expect(complaint(demo({ SMTP_URL: 'smtp://mail.example.jp' }))).toContain('MAIL_FROM is missing')
  expect(complaint(demo({ SMTP_URL: 'http://mail.example.jp' }))).toContain('SMTP_URL must be an address')
  expect(complaint(demo({ SMS_ACCOUNT: 'AC1', SMS_FROM: '+815000000000' }))).toContain('belong together')
  expect(complaint(demo({ MAIL_FROM: 'a@b.jp\r\nBcc: c@d.jp' }))).toContain('MAIL_FROM must be')
  expect(complaint(demo({ SMTP_SERVER: 'x' }))).toContain('SMTP_SERVER is not a name')
  const full = { SMTP_URL: 'smtps://u:p@mail.example.jp', MAIL_FROM: 'ツキシロ <no-reply@example.jp>' }
  expect(loadConfig(demo(full)).mail?.from).toBe('ツキシロ <no-reply@example.jp>')
  expect(loadConfig(demo(full)).mail?.needsTls).toBe(false)
  expect(loadConfig(production(full)).mail?.needsTls).toBe(true)
  const beside = { ...full, SMTP_URL: 'smtp://127.0.0.1:25' }
  expect(loadConfig(production(beside)).mail?.needsTls).toBe(false)
  const carrier = { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+815000000000' }
  expect(loadConfig(demo(carrier)).sms?.url.origin).toBe('https://api.twilio.com')
})

describe('production', () => {
  test('starts with its four names', () => {
    expect(loadConfig(production())).toMatchObject({
      production: true,
      demo: false,
      host: '0.0.0.0',
      checkAnswers: false,
      rateLimits: true,
    })
  })

  test.each([
    ['no secret', { SECRET_KEY: '' }, 'SECRET_KEY is missing'],
    ['a short secret', { SECRET_KEY: 'deadbeef' }, 'SECRET_KEY is too short'],
    [
      'a secret that somebody made up',
      { SECRET_KEY: 'secretsecretsecretsecretsecretsecretsecretsecret' },
      'SECRET_KEY is not random',
    ],
    ['one letter over and over', { SECRET_KEY: 'a'.repeat(64) }, 'SECRET_KEY is not random'],
    ['no public address', { PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
    ['plain http', { PUBLIC_URL: 'http://pay.example.jp' }, 'PUBLIC_URL must begin with https://'],
    ['the demo', { DEMO: 'on' }, 'DEMO cannot be on'],
    ['the password of the demo', { DEMO_PASSWORD: 'x' }, 'DEMO_PASSWORD has no meaning'],
    ['no database', { DATABASE_URL: '' }, 'DATABASE_URL is missing'],
    ['no limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS cannot be off'],
    ['a slip of the pen that would be the demo', { NODE_ENV: 'Production' }, 'NODE_ENV must be one of'],
    ['a path in the public address', { PUBLIC_URL: 'https://pay.example.jp/#a' }, 'without a path'],
    [
      'a store that is handed a session in clear',
      { STORE_URL: 'http://shop.example.jp' },
      'STORE_URL must be',
    ],
  ])('refuses %s', (_name, over, sentence) => {
    expect(complaint(production(over))).toContain(sentence)
  })
})

describe('the keys of sessions', () => {
  const made = (): string => randomBytes(48).toString('hex')
  const [kept, first, second, third] = [made(), made(), made(), made()]
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const inBase64 = bytes(first).toString('base64')
  const secretsWith = (over: Record<string, string>) =>
    loadConfig(production({ SECRET_KEY: kept, ...over })).sessionSecrets

  test('come from the secret key until they have one of their own, and count on after it', () => {
    expect(secretsWith({})).toEqual({ current: bytes(kept), others: [] })
    expect(secretsWith({ SESSION_KEY_PREVIOUS: first })).toEqual({
      current: bytes(kept),
      others: [bytes(first)],
    })
    expect(secretsWith({ SESSION_KEY: first })).toEqual({ current: bytes(first), others: [bytes(kept)] })
    expect(secretsWith({ SESSION_KEY: second, SESSION_KEY_PREVIOUS: first })).toEqual({
      current: bytes(second),
      others: [bytes(first)],
    })
    // What hangs on the secret key goes on while that is changed as well.
    const changing = { SECRET_KEY_PREVIOUS: `${second}, ${inBase64}` }
    expect(secretsWith(changing)).toEqual({ current: bytes(kept), others: [bytes(second), bytes(first)] })
    expect(secretsWith({ SESSION_KEY: third, SECRET_KEY_PREVIOUS: second })).toEqual({
      current: bytes(third),
      others: [bytes(kept), bytes(second)],
    })
    // As a compose file passes on a variable that is not set.
    expect(secretsWith({ SESSION_KEY: '', SESSION_KEY_PREVIOUS: '' }).current).toEqual(bytes(kept))
  })

  test('come from the secret that the demo made, likewise', () => {
    const env = demo({ SESSION_KEY: first })
    expect(loadConfig(env).sessionSecrets.others).toEqual([loadConfig(env).secretKey])
  })

  test.each([
    ['a short one', { SESSION_KEY: 'deadbeef' }, 'SESSION_KEY is too short'],
    ['what is no key', { SESSION_KEY: 'わたしの鍵' }, 'SESSION_KEY is too short'],
    ['one letter over and over', { SESSION_KEY: 'a'.repeat(64) }, 'SESSION_KEY is not random'],
    [
      'a short secret of before',
      { SECRET_KEY_PREVIOUS: `${first},deadbeef` },
      'SECRET_KEY_PREVIOUS is too short',
    ],
    [
      'the secret key as its own previous one',
      { SECRET_KEY_PREVIOUS: kept },
      'SECRET_KEY_PREVIOUS names SECRET_KEY itself',
    ],
    ['a short one of before', { SESSION_KEY_PREVIOUS: 'deadbeef' }, 'SESSION_KEY_PREVIOUS is too short'],
    ['the secret key', { SESSION_KEY: kept }, 'SESSION_KEY is the same as SECRET_KEY'],
    [
      'one key twice, however it is written',
      { SESSION_KEY: first, SESSION_KEY_PREVIOUS: inBase64 },
      'SESSION_KEY_PREVIOUS is the same as SESSION_KEY',
    ],
    [
      'the secret key as the one before',
      { SESSION_KEY: first, SESSION_KEY_PREVIOUS: kept },
      'SESSION_KEY_PREVIOUS is the same as SECRET_KEY: leave it out',
    ],
    ['a slip of the pen', { SESSION_KEY_PREV: first }, 'SESSION_KEY_PREV is not a name'],
  ])('are refused: %s', (_name, over, sentence) => {
    const said = complaint(production({ SECRET_KEY: kept, ...(over as unknown as Record<string, string>) }))
    expect(said).toContain(`- ${sentence}`)
    for (const key of [kept, first, inBase64]) expect(said).not.toContain(key)
  })

  test('a desktop’s own names are no slip of the pen', () => {
    expect(complaint(production({ SESSION_MANAGER: 'local/desk:@/tmp/.ICE-unix/1' }))).toBe('')
  })
})

test('the key for push services is made once in the demo, is asked for in production, and a wrong one is said', () => {
  const env = demo()
  const first = loadConfig(env)
  expect(Buffer.from(first.push?.publicKey ?? '', 'base64url')).toHaveLength(65)
  expect(loadConfig(env).push).toEqual(first.push)
  expect(statSync(join(env.DATA_DIR, 'vapid-key')).mode & 0o777).toBe(0o600)
  expect(loadConfig(production()).push).toBeNull()

  const VAPID_PRIVATE_KEY = first.push?.privateKey ?? ''
  expect(loadConfig(production({ VAPID_PRIVATE_KEY })).push).toMatchObject({
    publicKey: first.push?.publicKey,
    subject: 'https://pay.example.jp',
    services: [],
  })
  expect(complaint(production({ VAPID_PRIVATE_KEY: 'AAAA' }))).toContain('- VAPID_PRIVATE_KEY ')
  expect(complaint(production({ VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'me' }))).toContain('- VAPID_SUBJECT ')
  for (const VAPID_SERVICES of ['http://127.0.0.1:1', 'https://push.example.jp/path', 'push'])
    expect(complaint(production({ VAPID_PRIVATE_KEY, VAPID_SERVICES }))).toContain('- VAPID_SERVICES ')
})

describe('cards', () => {
  const account = {
    PAYJP_SECRET_KEY: 'sk_live_1',
    PAYJP_PUBLIC_KEY: 'pk_live_1',
    PAYJP_WEBHOOK_TOKEN: 'whook_1',
  }

  test('are the sandbox’s in the demo, nobody’s in production, and PAY.JP’s where there is an account', () => {
    expect(loadConfig(demo()).cards).toEqual({ payjp: null, port: 3001, mayMove: true, url: null })
    expect(loadConfig(production()).cards).toBeNull()
    expect(loadConfig(production({ ...account, CARD_URL: 'https://cards.example.jp' })).cards).toMatchObject({
      payjp: { secretKey: 'sk_live_1' },
      port: 3001,
      mayMove: false,
    })
    expect(loadConfig(demo({ CARD_PORT: '4001' })).cards).toMatchObject({ port: 4001, mayMove: false })
  })

  test.each([
    ['half an account', { PAYJP_SECRET_KEY: 'sk_live_1' }, 'belong together'],
    ['a key for tests', { ...account, PAYJP_SECRET_KEY: 'sk_test_1' }, 'a key for tests'],
    ['no address of their own', account, 'CARD_URL is missing'],
    ['the app’s own address', { ...account, CARD_URL: 'https://pay.example.jp' }, 'another address'],
    ['its name at another port', { ...account, CARD_URL: 'https://pay.example.jp:8443' }, 'another address'],
    ['a path', { ...account, CARD_URL: 'https://cards.example.jp/x' }, 'CARD_URL must be an address without'],
    ['halves of two pairs', { ...account, PAYJP_PUBLIC_KEY: 'pk_test_1' }, 'must be a pair'],
    ['a slip of the pen', { ...account, PAYJP_TOKEN: 'x' }, 'PAYJP_TOKEN is not a name'],
  ])('a production start refuses %s', (_name, env, sentence) => {
    expect(complaint(production(env as unknown as Record<string, string>))).toContain(sentence)
  })
})
