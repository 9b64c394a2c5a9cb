// Identity documents from the phone to the reviewer's decision: who may, in which order, and that no other person sees
// a picture.
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KycDocument, type KycSide, sidesOf } from '@shirogane/contract/inputs/identity'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { database } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { erasePrivateFiles, expireApprovals } from './index.ts'

let api: TestApi
let picture: Buffer
beforeAll(async () => {
  api = await startApi()
  picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#b0c0d0' } })
    .withExif({ IFD0: { Artist: 'secret-artist' }, IFD3: { GPSLatitude: '36/1 33/1 0/1' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => api.close())

const dayMs = 86_400_000
const address = { postcode: '9200981', prefecture: '石川県', city: '金沢市', town: '片町', street: '0-0-0' }
const checklist = { name: true, date_of_birth: true, address: true, expiry: true, face: true } as const

async function upload(by: Caller, bytes: Uint8Array = picture): Promise<string> {
  return (await by.get('files.private', { file: { bytes } })).filepath
}

type Sent = { kind: KycDocument; side: KycSide; filepath: string }
async function documentsOf(by: Caller, kind: KycDocument = 'driver_license'): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const side of sidesOf(kind)) sent.push({ kind, side, filepath: await upload(by) })
  return sent
}

/** Rows of pictures alone, for tests that are about time and open none. */
async function sentBefore({ db }: TestApi, by: Caller): Promise<Sent[]> {
  const sent = sidesOf('my_number_card').map((side) => ({
    kind: 'my_number_card' as const,
    side,
    filepath: `private/${randomBytes(16).toString('hex')}`,
  }))
  await db.query(
    `insert into private_files (name, object, user_id, purpose, encrypted_key, created_at)
     select name, name, $2, 'kyc', '\\x00', now() from unnest($1::text[]) name`,
    [sent.map(({ filepath }) => filepath.slice('private/'.length)), by.user_id],
  )
  return sent
}

/** A member who has told everything that documents are compared with. */
async function ready(name: CastName): Promise<Caller> {
  const member = await api.signIn(name)
  const { profile } = await member.get('users.me')
  if (profile.date_of_birth === null)
    await member.get('users.profile', { body: { date_of_birth: '1990-04-01' } })
  if (profile.address === null) await member.get('addresses.create', { body: address })
  return member
}

async function bodyOf(by: Caller, documents: Sent[]) {
  const { name, name_kana, date_of_birth, address: line } = await by.get('users.kyc')
  return {
    documents,
    name,
    name_kana,
    date_of_birth,
    address: line,
    occupation: 'company_employee',
    purposes: ['shopping'],
    consent: true,
  }
}

async function sendIn(by: Caller, kind?: KycDocument): Promise<string> {
  await by.get('users.kycRequest', { body: await bodyOf(by, await documentsOf(by, kind)) })
  const [row] = await api.db.query<{ id: string }>(
    `select id from kyc_requests where user_id = $1 and status = 'pending'`,
    [by.user_id],
  )
  return row?.id ?? ''
}

const approval = (document_expires_on: string | null = '2030-01-31') => ({
  decision: 'approve',
  checklist,
  document_expires_on,
})
const refusal = (...reasons: string[]) => ({ decision: 'reject', reasons })
const decide = (by: Caller, id: string, body: unknown) => by.call('admin.kycDecide', { params: { id }, body })
const codeOf = (reply: { status: number; body: unknown }) => [
  reply.status,
  (reply.body as { code?: string }).code,
]
const looks = async (object: string, action: string) =>
  (
    await api.db.query<{ n: number }>(
      'select count(*)::int as n from audit_log where object = $1 and action = $2',
      [object, action],
    )
  )[0]?.n

describe('private pictures', () => {
  test('lie closed on the disk, each with a key of its own, without metadata', async () => {
    const hanako = await api.as('hanako')
    const [one, two] = [await upload(hanako), await upload(hanako)]
    const folder = join(api.server.context.config.dataDir, 'private')
    const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    expect(bytes).toHaveLength(2)
    for (const each of bytes) {
      expect(each.includes('RIFF')).toBe(false)
      expect(each.includes('secret-artist')).toBe(false)
    }
    const keys = await api.db.query<{ encrypted_key: Buffer }>(
      'select encrypted_key from private_files where name = any ($1)',
      [[one, two].map((path) => path.slice(8))],
    )
    expect(new Set(keys.map(({ encrypted_key }) => encrypted_key.toString('hex'))).size).toBe(2)
  })

  test('have no address, for anybody', async () => {
    const hanako = await api.as('hanako')
    const path = await upload(hanako)
    for (const who of [hanako, await api.as('kyoko'), await api.as('reviewer'), api.nobody])
      for (const prefix of ['/', '/v1/', '/v1/files/', '/files/', '/files/avatar/'])
        expect((await who.send('GET', prefix + path)).status).toBe(404)
  })

  test('that are no pictures, too large, too small or broken are refused with their sentences', async () => {
    const hanako = await api.as('hanako')
    const tried = async (bytes: Uint8Array) => {
      const { status, code, message } = await hanako.refused('files.private', { file: { bytes } })
      return [status, code, message]
    }
    expect(await tried(Buffer.from('<!doctype html><script>alert(1)</script>'))).toEqual([
      415,
      'FILE_TYPE',
      'JPEG・PNG・WebP形式の画像を選択してください。',
    ])
    expect(await tried(Buffer.alloc(11_000_000, 1))).toEqual([
      413,
      'FILE_TOO_LARGE',
      '画像は10MB以下にしてください。',
    ])
    const small = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await tried(small)).toEqual([
      422,
      'IMAGE_TOO_SMALL',
      '画像が小さすぎます。長辺が1,000px以上の画像を選んでください。',
    ])
    expect((await tried(picture.subarray(0, picture.length / 2)))[1]).toBe('IMAGE_BROKEN')
    expect((await tried(randomBytes(50_000)))[1]).toBe('FILE_TYPE')
  })
})

describe('a request', () => {
  test('is refused with nothing stored while something is missing, foreign, old or untrue', async () => {
    const hanako = await ready('hanako')
    const documents = await documentsOf(hanako)
    const body = await bodyOf(hanako, documents)
    const tried = async (over: object) => {
      const { status, code, fields } = await hanako.refused('users.kycRequest', {
        body: { ...body, ...over },
      })
      return [status, code, Object.values(fields ?? {})[0]]
    }
    expect(await tried({ documents: documents.slice(0, 3) })).toEqual([
      400,
      'VALIDATION_ERROR',
      '撮影していない画像があります。',
    ])
    expect(await tried({ name: '別 人' })).toEqual([
      400,
      'VALIDATION_ERROR',
      '登録内容と一致しません。登録内容をご確認ください。',
    ])
    expect((await tried({ date_of_birth: '1990-04-02' }))[1]).toBe('VALIDATION_ERROR')
    expect((await tried({ address: '石川県金沢市片町9-9-9' }))[1]).toBe('VALIDATION_ERROR')
    expect((await tried({ consent: false }))[1]).toBe('VALIDATION_ERROR')
    expect((await tried({ kyc_status: 'approved' }))[1]).toBe('VALIDATION_ERROR')
    const card = documents.map((paper) => ({ ...paper, kind: 'my_number_card' as const }))
    expect(await tried({ documents: card })).toEqual([
      400,
      'VALIDATION_ERROR',
      'マイナンバーカードの裏面は送信できません。',
    ])
    const foreign = await upload(await api.as('kyoko'))
    const planted = [{ ...documents[0]!, filepath: foreign }, ...documents.slice(1)]
    expect((await tried({ documents: planted })).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect(
      (await tried({ documents: documents.map((one) => ({ ...one, filepath: documents[0]!.filepath })) }))[1],
    ).toBe('VALIDATION_ERROR')
    await api.db.query(
      `update private_files set created_at = created_at - interval '11 minutes' where name = $1`,
      [documents[0]!.filepath.slice(8)],
    )
    expect((await tried({})).slice(0, 2)).toEqual([422, 'KYC_TOO_SLOW'])
    expect((await hanako.get('users.kyc')).request).toBeNull()
    expect((await hanako.get('users.me')).kyc_status).toBe('none')
  })

  test('is taken once, told in the app and by mail, and waits in the queue', async () => {
    const hanako = await ready('hanako')
    const id = await sendIn(hanako)
    expect((await hanako.get('users.me')).kyc_status).toBe('pending')
    const { items } = await hanako.get('notifications.list')
    expect(items[0]?.title).toBe('本人確認の申請を受け付けました')
    expect(await api.db.query(`select template from messages where user_id = $1`, [hanako.user_id])).toEqual([
      { template: 'kyc_received' },
    ])
    const queue = await (await api.as('reviewer')).get('admin.kycList')
    expect(queue.items.map((one) => one.username)).toEqual(['yoko', 'hanako'])

    const again = await bodyOf(hanako, await documentsOf(hanako))
    expect(codeOf(await hanako.call('users.kycRequest', { body: again }))).toEqual([409, 'KYC_PENDING'])
    expect(codeOf(await decide(await api.as('reviewer'), id, approval()))).toEqual([200, undefined])
    expect(codeOf(await hanako.call('users.kycRequest', { body: again }))).toEqual([409, 'KYC_APPROVED'])
  })
})

describe('a reviewer', () => {
  test('sees every picture, each look is on record, and nobody else sees one', async () => {
    const takasaki = await ready('takasaki')
    await api.db.query(`update users set kyc_status = 'required' where id = $1 and kyc_status = 'approved'`, [
      takasaki.user_id,
    ])
    const id = await sendIn(takasaki)
    const reviewer = await api.as('reviewer')
    const detail = await reviewer.get('admin.kycShow', { params: { id } })
    expect(detail.images.map(({ side }) => side)).toEqual(['front', 'side', 'back', 'face', 'action'])
    expect(detail.may).toEqual({ approve: true, reject: true, override: false })
    expect(await looks(id, 'kyc.show')).toBe(1)

    const ask = { params: { id, side: 'front' } }
    const response = await fetch(`${api.url}/v1/admin/kyc/${id}/images/front`, {
      headers: { Authorization: `Bearer ${reviewer.access_token}` },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="image"',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(['webp', 1200, 800, undefined])
    expect(await looks(`${id}/front`, 'kyc.image')).toBe(1)
    for (const name of ['kyoko', 'takasaki', 'clerk', 'manager', 'accountant'] as const)
      expect((await (await api.as(name)).call('admin.kycImage', ask)).status).toBe(403)
    expect((await api.nobody.call('admin.kycImage', ask)).status).toBe(401)
    expect(await looks(`${id}/front`, 'kyc.image')).toBe(1)
    expect(
      (await reviewer.refused('admin.kycImage', { params: { id: randomUUID(), side: 'front' } })).status,
    ).toBe(404)
    expect((await reviewer.refused('admin.kycImage', { params: { id, side: '../x' } })).status).toBe(404)
  })

  test('paints over what must not be kept, and the picture before is gone', async () => {
    const reviewer = await api.as('reviewer')
    const { items } = await reviewer.get('admin.kycList')
    const id = items.find(({ username }) => username === 'takasaki')?.id ?? ''
    const params = { id, side: 'front' }
    const [before] = await api.db.query<{ object: string; encrypted_key: Buffer }>(
      `select f.object, f.encrypted_key from private_files f join kyc_images i on i.name = f.name
       where i.request_id = $1 and i.side = 'front'`,
      [id],
    )
    const areas = [{ left: 0, top: 0, width: 500, height: 1_000 }]
    expect(await reviewer.get('admin.kycRedact', { params, body: { areas } })).toEqual({
      side: 'front',
      redacted: true,
    })
    const response = await fetch(`${api.url}/v1/admin/kyc/${id}/images/front`, {
      headers: { Authorization: `Bearer ${reviewer.access_token}` },
    })
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number) => data[(400 * info.width + x) * info.channels] ?? 0
    expect(at(100)).toBeLessThan(20)
    expect(at(1_100)).toBeGreaterThan(150)
    expect(await api.server.context.privateObjects.get(`kyc/${before?.object}`)).toBeNull()
    expect(await looks(`${id}/front`, 'kyc.redact')).toBe(1)
    expect(
      (await reviewer.get('admin.kycShow', { params: { id } })).images.map(({ redacted }) => redacted),
    ).toEqual([true, false, false, false, false])
  })

  test('approves only what was checked whole, with a paper that has not ended, of a person who is still the same', async () => {
    const reviewer = await api.as('reviewer')
    const { items } = await reviewer.get('admin.kycList')
    const id = items.find(({ username }) => username === 'takasaki')?.id ?? ''
    const part = { ...approval(), checklist: { ...checklist, face: false } }
    expect(codeOf(await decide(reviewer, id, part))).toEqual([400, 'VALIDATION_ERROR'])
    expect(codeOf(await decide(reviewer, id, approval('2020-01-01')))).toEqual([422, 'KYC_DOC_EXPIRED'])
    expect(codeOf(await decide(reviewer, id, approval(null)))).toEqual([422, 'KYC_DOC_EXPIRED'])
    expect(codeOf(await decide(reviewer, id, refusal()))).toEqual([400, 'VALIDATION_ERROR'])
    expect(codeOf(await decide(reviewer, id, refusal('other')))).toEqual([422, 'KYC_NOTE_REQUIRED'])
    const takasaki = await api.as('takasaki')
    await takasaki.get('users.profile', { body: { last_name: '高崎' } })
    expect(codeOf(await decide(reviewer, id, approval()))).toEqual([409, 'KYC_OUTDATED'])
    await takasaki.get('users.profile', { body: { last_name: '髙﨑' } })
    expect(codeOf(await decide(reviewer, id, approval()))).toEqual([200, undefined])
    expect((await takasaki.get('users.me')).kyc_status).toBe('approved')
    expect(codeOf(await decide(reviewer, id, refusal('blurry')))).toEqual([409, 'KYC_DECIDED'])
    await takasaki.get('addresses.create', { body: { ...address, street: '1-1-1' } })
    expect((await takasaki.get('users.me')).kyc_status).toBe('required')
  })

  test('cannot turn their own refusal around; another can, and says why', async () => {
    const yoko = await api.as('yoko')
    const reviewer = await api.as('reviewer')
    const owner = await api.as('owner')
    const { items } = await reviewer.get('admin.kycList')
    const id = items[0]?.id ?? ''
    expect(items[0]?.username).toBe('yoko')
    expect(codeOf(await decide(reviewer, id, refusal('blurry', 'duplicate')))).toEqual([200, undefined])
    const shown = await yoko.get('users.kyc')
    expect(shown.kyc_status).toBe('rejected')
    // A suspicion is not named to the person.
    expect(shown.request?.reasons).toEqual(['blurry', 'other'])
    const [notice] = (await yoko.get('notifications.list')).items
    expect(notice).toMatchObject({
      title: '本人確認書類の再提出をお願いします',
      message: '理由：画像が不鮮明です',
    })

    expect(codeOf(await decide(reviewer, id, approval()))).toEqual([403, 'KYC_SAME_PERSON'])
    expect(codeOf(await decide(owner, id, approval()))).toEqual([422, 'KYC_NOTE_REQUIRED'])
    expect(codeOf(await decide(owner, id, { ...approval(), note: '原本を店頭で確認しました' }))).toEqual([
      200,
      undefined,
    ])
    expect((await yoko.get('users.me')).kyc_status).toBe('approved')
    expect((await owner.get('admin.kycShow', { params: { id } })).decisions).toHaveLength(2)
  })

  test('never decides on their own customer account', async () => {
    const okure = await api.db.query<{ id: string }>(`select id from users where username = 'saburo'`)
    const reviewer = await api.as('reviewer')
    await api.db.query('update employees set own_customer_id = $1 where user_id = $2', [
      okure[0]?.id,
      (await api.as('owner')).user_id,
    ])
    const { items } = await reviewer.get('admin.kycList', { query: { status: 'rejected' } })
    const id = items.find(({ username }) => username === 'saburo')?.id ?? ''
    const reply = await decide(await api.as('owner'), id, { ...approval(), note: '確認しました' })
    expect(codeOf(reply)).toEqual([403, 'KYC_SELF'])
  })

  test('two at once: one decision counts', async () => {
    const kyoko = await ready('kyoko')
    await kyoko.get('users.profile', { body: { last_name_kana: 'ミホ' } })
    const id = await sendIn(kyoko)
    const [reviewer, owner] = [await api.as('reviewer'), await api.as('owner')]
    const replies = await Promise.all([
      decide(reviewer, id, approval()),
      decide(owner, id, refusal('blurry')),
    ])
    // Behind an approval the refusal comes too late; behind a refusal the approval would overrule it, unexplained.
    const [approved, refused] = replies.map((reply) => codeOf(reply).join(' ').trim())
    expect([`200 / 409 KYC_DECIDED`, `422 KYC_NOTE_REQUIRED / 200`]).toContain(`${approved} / ${refused}`)
    expect(await api.db.query('select 1 from kyc_decisions where request_id = $1', [id])).toHaveLength(1)
  })
})

describe('the database itself', () => {
  const refused = async (sql: string, values: unknown[] = []) =>
    api.db.query(sql, values).then(
      () => 'done',
      (error: Error) => error.message,
    )

  test('moves a status in its order alone, and never without a request behind it', async () => {
    const { user_id } = await api.as('taro')
    for (const status of ['approved', 'rejected', 'expired', 'pending'])
      expect(await refused('update users set kyc_status = $2 where id = $1', [user_id, status])).toMatch(
        /cannot become|No request stands/,
      )
  })

  test('keeps looks and decisions as they were written', async () => {
    for (const table of ['audit_log', 'kyc_decisions', 'kyc_images'])
      expect(await refused(`delete from ${table}`)).toContain('never changed or removed')
    expect(await refused(`update audit_log set actor_id = subject_id`)).toContain('never changed')
    expect(await refused('truncate audit_log')).toContain('never changed')
    expect(await refused(`update kyc_requests set status = 'approved' where status = 'rejected'`)).toContain(
      'No decision stands',
    )
    expect(await refused(`update kyc_requests set name = 'x'`)).toContain('never changed')
  })
})

describe('time', () => {
  test('five requests in thirty days are enough, and after them there is room again', async () => {
    const own = await startApi()
    const hanako = await own.signIn('hanako')
    await hanako.get('users.profile', { body: { date_of_birth: '1990-04-01' } })
    await hanako.get('addresses.create', { body: address })
    const reviewer = await own.as('reviewer')
    const attempt = async () =>
      hanako.call('users.kycRequest', { body: await bodyOf(hanako, await sentBefore(own, hanako)) })
    for (let round = 5; round > 0; round -= 1) {
      expect((await hanako.get('users.kyc')).attempts_left).toBe(round)
      expect((await attempt()).status).toBe(201)
      const { items } = await reviewer.get('admin.kycList')
      const id = items.find(({ username }) => username === 'hanako')?.id ?? ''
      expect((await decide(reviewer, id, refusal('glare'))).status).toBe(200)
    }
    expect(codeOf(await attempt())).toEqual([429, 'KYC_LIMIT'])
    own.clock.forward(31 * dayMs)
    expect((await (await own.signIn('hanako')).get('users.kyc')).attempts_left).toBe(5)
    await own.close()
  })

  test('the law ends a way of checking on its day', async () => {
    const own = await startApi()
    const last = tokyoDate(own.clock.now())
    await own.db.query(`update kyc_methods set valid_to = $1 where method = 'image_face'`, [last])
    own.clock.stop()
    own.clock.forward(Date.parse(`${last}T23:59:59+09:00`) - own.clock.now().getTime())
    const hanako = await own.signIn('hanako')
    await hanako.get('users.profile', { body: { date_of_birth: '1990-04-01' } })
    await hanako.get('addresses.create', { body: address })
    expect((await hanako.get('users.kyc')).is_open).toBe(true)
    own.clock.forward(1_000)
    expect((await hanako.get('users.kyc')).is_open).toBe(false)
    const documents = await sentBefore(own, hanako)
    const reply = await hanako.call('users.kycRequest', { body: await bodyOf(hanako, documents) })
    expect(codeOf(reply)).toEqual([422, 'KYC_METHOD_CLOSED'])
    await own.close()
  })

  test('a brand begins with the law’s own days', async () => {
    const db = await database({ isEmpty: true })
    await migrate(db.url)
    expect(
      await db.query(
        `select method, valid_from::text, valid_to::text from kyc_methods where not is_remote or is_offered order by 2`,
      ),
    ).toEqual([
      { method: 'in_person_visual', valid_from: '2003-01-06', valid_to: '2027-03-31' },
      { method: 'image_face', valid_from: '2018-11-30', valid_to: '2027-03-31' },
      { method: 'in_person_ic', valid_from: '2027-04-01', valid_to: null },
    ])
    await db.close()
  })

  test('a month after the paper ends so does the approval; thirty days after the decision nobody looks', async () => {
    const own = await startApi()
    const kyoko = await own.signIn('kyoko')
    expect((await kyoko.get('users.me')).kyc_status).toBe('approved')
    const saburo = await own.db.query<{ id: string }>(
      `select r.id from kyc_requests r join users u on u.id = r.user_id where u.username = 'saburo'`,
    )
    await upload(kyoko)
    own.clock.forward(31 * dayMs)
    const reviewer = await own.signIn('reviewer')
    const id = saburo[0]?.id ?? ''
    expect((await reviewer.get('admin.kycShow', { params: { id } })).is_archived).toBe(true)
    expect((await reviewer.refused('admin.kycImage', { params: { id, side: 'front' } })).code).toBe(
      'KYC_ARCHIVED',
    )
    await erasePrivateFiles(own.server.context)
    expect(
      await own.db.query('select 1 from private_files where user_id = $1 and encrypted_key is not null', [
        kyoko.user_id,
      ]),
    ).toEqual([])
    // The pictures of a request stay, closed, for as long as the record does.
    expect(
      await own.db.query(
        `select 1 from private_files f join kyc_images i on i.name = f.name where i.request_id = $1 and f.encrypted_key is null`,
        [id],
      ),
    ).toEqual([])

    await expireApprovals(own.server.context)
    expect((await (await own.signIn('kyoko')).get('users.me')).kyc_status).toBe('approved')
    own.clock.forward(new Date('2031-07-13T00:00:00+09:00').getTime() - own.clock.now().getTime())
    await expireApprovals(own.server.context)
    await expireApprovals(own.server.context)
    const after = await own.signIn('kyoko')
    expect((await after.get('users.me')).kyc_status).toBe('expired')
    const mails = await own.db.query(
      `select 1 from messages where template = 'kyc_expired' and user_id = $1`,
      [kyoko.user_id],
    )
    expect(mails).toHaveLength(1)
    await own.close()
  })
})
