import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Options = { challenge: string }
type Cose = Map<number, number | Uint8Array>
type Device = { id: Buffer; cose: Cose; sign: (data: Buffer) => Buffer }

const bytesOf = (text = ''): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

/** A phone's own key: user present, user verified, and the counter of keys that go from phone to phone. */
function device({ curve = 'P-256', alg = -7, crv = 1, digest = 'sha256' } = {}): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const { x, y } = publicKey.export({ format: 'jwk' })
  return {
    id: randomBytes(32),
    cose: new Map<number, number | Uint8Array>([
      [1, 2],
      [3, alg],
      [-1, crv],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]),
    sign: (data) => sign(digest, data, privateKey),
  }
}

function edwardsDevice(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    id: randomBytes(32),
    cose: new Map<number, number | Uint8Array>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytesOf(publicKey.export({ format: 'jwk' }).x)],
    ]),
    sign: (data) => sign(null, data, privateKey),
  }
}

function rsaDevice(alg: number, signed: (data: Buffer, key: KeyObject) => Buffer): Device {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  return {
    id: randomBytes(32),
    cose: new Map<number, number | Uint8Array>([
      [1, 3],
      [3, alg],
      [-1, bytesOf(n)],
      [-2, bytesOf(e)],
    ]),
    sign: (data) => signed(data, privateKey),
  }
}

/** As the newest browsers make them where they are let: nothing of what follows reads it. */
const latticeDevice = (): Device => ({
  id: randomBytes(32),
  cose: new Map<number, number | Uint8Array>([
    [1, 7],
    [3, -48],
    [-1, new Uint8Array(randomBytes(1_312))],
  ]),
  sign: () => randomBytes(2_420),
})

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const site = () => api.server.context.config.publicUrl

function clientData(type: string, challenge: string, origin = site().origin): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([sha256(site().hostname), Buffer.from([flags]), Buffer.alloc(4), rest])
}

/** What the browser makes of a new key, in answer to the question of the server. */
function attested({ id, cose }: Device, { challenge }: Options, origin?: string) {
  const key = isoCBOR.encode(cose)
  const length = Buffer.from([0, id.length])
  const authData = authenticatorData(0x45, Buffer.concat([Buffer.alloc(16), length, id, key]))
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]),
  )
  return {
    credential: {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
      },
      clientExtensionResults: {},
    },
  }
}

/** What the key signs to show that its owner is there. */
function asserted({ id, sign }: Device, { challenge }: Options, origin?: string) {
  const data = clientData('webauthn.get', challenge, origin)
  const authData = authenticatorData(0x05)
  return {
    credential: {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign(Buffer.concat([authData, sha256(data)])).toString('base64url'),
      },
      clientExtensionResults: {},
    },
  }
}

const invalid = { status: 400, code: 'PASSKEY_INVALID' }
const ask = (who: Caller) => who.get('auth.passkeyOptions') as Promise<Options>
const challenge = () => api.nobody.get('auth.passkeyChallenge') as Promise<Options>
const prove = (who: Caller) =>
  who.get('auth.stepUp', { body: { method: 'password', purpose: 'passkey', password: castPassword } })
async function add(who: Caller, key: Device) {
  await prove(who)
  return who.get('auth.addPasskey', { body: attested(key, await ask(who)) })
}

test('a key of one’s own signs in, and each answer to a question counts once', async () => {
  const [hanako, key] = [await api.as('hanako'), device()]
  const added = await add(hanako, key)
  expect((await hanako.get('auth.passkeys')).items).toEqual([added])
  const body = asserted(key, await challenge())
  const headers = { 'X-Client-Type': 'api' }
  const { user } = await api.nobody.get('auth.passkeyLogin', { body, headers })
  expect(user.username).toBe('hanako')
  expect(await api.nobody.refused('auth.passkeyLogin', { body, headers })).toMatchObject(invalid)
})

test('a key is added in answer to one’s own question, from one’s own page, and by nothing else', async () => {
  const [yoko, kyoko, key] = [await api.as('yoko'), await api.as('kyoko'), device()]
  await prove(yoko)
  const others = await ask(kyoko)
  const invented = { challenge: randomBytes(32).toString('base64url') }
  for (const body of [
    attested(key, others),
    attested(key, invented),
    attested(key, await ask(yoko), 'https://shirogane.example.com'),
  ]) {
    expect(await yoko.refused('auth.addPasskey', { body })).toMatchObject(invalid)
  }
  expect((await yoko.get('auth.passkeys')).items).toEqual([])
})

test('a stranger’s key, a copied signature and a page elsewhere sign nobody in', async () => {
  const [takasaki, key] = [await api.as('takasaki'), device()]
  await add(takasaki, key)
  for (const body of [
    asserted(device(), await challenge()),
    asserted({ ...device(), id: key.id }, await challenge()),
    asserted(key, await challenge(), 'https://shirogane.example.com'),
    asserted(key, { challenge: randomBytes(32).toString('base64url') }),
  ]) {
    expect(await api.nobody.refused('auth.passkeyLogin', { body })).toMatchObject(invalid)
  }
})

test('one key belongs to one account', async () => {
  const [mirai, other, key] = [await api.as('mirai'), await api.as('kyoko'), device()]
  await add(mirai, key)
  await prove(other)
  const body = attested(key, await ask(other))
  expect(await other.refused('auth.addPasskey', { body })).toMatchObject({
    status: 409,
    code: 'PASSKEY_TAKEN',
  })
  expect((await other.get('auth.passkeys')).items).toEqual([])
})

const es384 = { curve: 'P-384', alg: -35, crv: 2, digest: 'sha384' }
const es512 = { curve: 'P-521', alg: -36, crv: 3, digest: 'sha512' }

test('the browser is told which kinds of keys are read, in one order on every Node', async () => {
  const options = (await ask(await api.as('owner'))) as Options & { pubKeyCredParams: unknown }
  expect(options.pubKeyCredParams).toEqual([-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })))
})

test.each([
  ['ES256', () => device()],
  ['EdDSA', edwardsDevice],
  ['RS256', () => rsaDevice(-257, (data, key) => sign('sha256', data, key))],
])('a key that signs by %s is taken, and signs in', async (_name, make) => {
  const [owner, key] = [await api.as('owner'), make()]
  await add(owner, key)
  const body = asserted(key, await challenge())
  expect((await api.nobody.call('auth.passkeyLogin', { body })).status).toBe(200)
})

test.each([
  ['ES384', () => device(es384)],
  ['ES512', () => device(es512)],
  ['RS1', () => rsaDevice(-65_535, (data, key) => sign('sha1', data, key))],
  ['RS512', () => rsaDevice(-259, (data, key) => sign('sha512', data, key))],
  ['PS256', () => rsaDevice(-37, (data, key) => sign('sha256', data, key))],
  ['ML-DSA-44', latticeDevice],
])('a key that signs by %s is refused with a sentence, and not kept', async (_name, make) => {
  const manager = await api.as('manager')
  await prove(manager)
  const body = attested(make(), await ask(manager))
  expect(await manager.refused('auth.addPasskey', { body })).toMatchObject({
    ...invalid,
    message: 'パスキーを確認できませんでした。もう一度お試しください。',
  })
  expect((await manager.get('auth.passkeys')).items).toEqual([])
})

test.each(['mirai', 'otherClerk'] as const)(
  'a key of %s goes only after a proof of this session, and the proof is used up',
  async (name) => {
    const [who, elsewhere] = [await api.signIn(name), await api.signIn(name)]
    await add(who, device())
    await add(who, device())
    const [one, two] = (await who.get('auth.passkeys')).items.map(({ id }) => ({ params: { id } }))
    const refused = { status: 403, code: 'STEP_UP_REQUIRED' }
    expect(await who.refused('auth.removePasskey', one)).toMatchObject(refused)
    await prove(elsewhere)
    expect(await who.refused('auth.removePasskey', one)).toMatchObject(refused)
    await prove(who)
    const other = await api.as('kyoko')
    expect(await other.refused('auth.removePasskey', one)).toMatchObject({ status: 404 })
    // Both at once by one proof: one goes.
    const both = await Promise.all([who.call('auth.removePasskey', one), who.call('auth.removePasskey', two)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 403]))
    expect((await who.get('auth.passkeys')).items.length).toBe((name === 'mirai' ? 1 : 0) + 1)
  },
)

test('ten keys are enough, and the eleventh is not even asked for', async () => {
  const clerk = await api.as('clerk')
  const options = await ask(clerk)
  await api.db.query(
    `insert into passkeys (id, credential_id, user_id, public_key, counter, transports, name, synced, created_at)
     select gen_random_uuid(), 'a-key-of-' || n, $1, '\\x00', 0, '{}', 'キー', true, now() from generate_series(1, $2) n`,
    [clerk.user_id, limits.passkeysMax],
  )
  const full = {
    status: 409,
    code: 'PASSKEY_LIMIT',
    message: '登録できるパスキーは10個までです。使わないものを削除してください。',
  }
  expect(await clerk.refused('auth.passkeyOptions')).toMatchObject(full)
  await prove(clerk)
  const body = attested(device(), options)
  expect(await clerk.refused('auth.addPasskey', { body })).toMatchObject(full)
  // The proof is still there, for what was refused has not used it up.
  const [one] = (await clerk.get('auth.passkeys')).items
  expect((await clerk.call('auth.removePasskey', { params: { id: one?.id ?? '' } })).status).toBe(204)
  expect((await clerk.call('auth.passkeyOptions')).status).toBe(200)
})

const unfit = { code: 'STEP_UP_METHOD' }
const waysFor = async (who: Caller, purpose: string) =>
  (await who.get('auth.stepUpMethods', { query: { purpose } })).methods
const proveByKey = async (who: Caller, key: Device, purpose: string) => {
  const answer = asserted(key, await challenge())
  return who.call('auth.stepUp', { body: { method: 'passkey', purpose, ...answer } })
}
const age = (who: Caller, days: number) =>
  api.db.query(`update passkeys set created_at = now() - make_interval(days => $2) where user_id = $1`, [
    who.user_id,
    days,
  ])

test('a key that the password has added opens no more than the password for a day', async () => {
  const [yoko, key] = [await api.as('yoko'), device()]
  await add(yoko, key)
  expect(await waysFor(yoko, 'payout_method')).toEqual(['otp'])
  expect(await proveByKey(yoko, key, 'payout_method')).toMatchObject({ status: 422, body: unfit })
  expect(await waysFor(yoko, 'export')).toEqual(['passkey', 'otp', 'password'])
  expect((await proveByKey(yoko, key, 'export')).status).toBe(200)
  await age(yoko, 1)
  expect(await waysFor(yoko, 'payout_method')).toEqual(['passkey', 'otp'])
  expect((await proveByKey(yoko, key, 'payout_method')).status).toBe(200)

  // Another one that is old enough does not speak for a new one.
  const second = device()
  await add(yoko, second)
  expect(await proveByKey(yoko, second, 'payout_method')).toMatchObject({ body: { code: 'PASSKEY_INVALID' } })
})

test('after phone and mail have moved, money leaves by a key from before alone: by none that came after, and no password', async () => {
  const [kyoko, key] = [await api.as('kyoko'), device()]
  await api.db.query(
    `insert into account_changes (id, user_id, kind, at)
     select gen_random_uuid(), $1, kind, now() - interval '3 days' from unnest('{email,phone}'::text[]) kind`,
    [kyoko.user_id],
  )
  await add(kyoko, key)
  await age(kyoko, 2)
  expect(await waysFor(kyoko, 'payout')).toEqual([])
  expect(await proveByKey(kyoko, key, 'payout')).toMatchObject({ body: unfit })
  expect(await kyoko.refused('auth.confirm', { body: { password: castPassword } })).toMatchObject(unfit)
  await age(kyoko, 31)
  expect((await proveByKey(kyoko, key, 'payout')).status).toBe(200)
  expect(await kyoko.refused('auth.confirm', { body: { password: castPassword } })).toMatchObject(unfit)
})
