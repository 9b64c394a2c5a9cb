// Photographs of bought pieces: up to four, private, shown only to those who may read the entry, and for good.
import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const manager = () => api.as('manager')
async function bought(features: string): Promise<string> {
  const seller = {
    name: '例示 次郎',
    address: '石川県金沢市片町0-0-0',
    date_of_birth: '1980-04-01',
    occupation: '会社員',
    document: 'driver_license',
    document_tail: '1234',
    method: 'in_person_visual',
  }
  const piece = {
    kind: 'ring',
    name: '銀の指輪',
    quantity: 1,
    fineness: 925,
    gross_weight_mg: 12_340,
    deduction_mg: 0,
    grade: 'A',
    features,
    serial: null,
  }
  const { id } = await (
    await manager()
  ).get('admin.createBuyback', {
    body: {
      id: randomUUID(),
      user_id: null,
      seller,
      purpose: '不用品の処分',
      seen: true,
      items: [piece],
      amount: 3_652,
      paid_by: 'cash',
      bank: null,
      signature: [[0, 0, 100, 40]],
    },
  })
  return id
}
const picture = (width = 2_000, height = 1_500) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 184, b: 190 } } })
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .jpeg()
    .toBuffer()
const add = async (id: string, bytes: Buffer) =>
  (await manager()).call('admin.addBuybackPhoto', { params: { id, line: '1' }, file: { bytes } })
const photoOf = (id: string, position = 1) => ({ params: { id, line: '1', position: String(position) } })

test('up to four stand with a piece, closed on the disk, drawn anew, and never taken off, also all at once', async () => {
  const id = await bought('写真の試し 1')
  const bytes = await picture()
  const answers = [await add(id, bytes), await add(id, bytes)]
  // One person has four uploads in hand at most.
  answers.push(...(await Promise.all(Array.from({ length: 4 }, () => add(id, bytes)))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body)
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({
    code: 'BUYBACK_PHOTOS',
    message: '写真は1つの品物につき4枚までです。',
  })
  const entry = await (await manager()).get('admin.buyback', { params: { id } })
  expect(entry.items[0]?.photos).toBe(4)
  const answer = await fetch(`${api.url}/v1/admin/buybacks/${id}/items/1/photos/4`, {
    headers: { Authorization: `Bearer ${(await manager()).access_token ?? ''}` },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { width, height, exif, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect({ width, height, exif, format }).toEqual({
    width: 1_600,
    height: 1_200,
    exif: undefined,
    format: 'webp',
  })
  const rows = await api.db.query<{ name: string }>(`select name from buyback_photos where buyback_id = $1`, [
    id,
  ])
  for (const { name } of rows) {
    const kept = await api.server.context.privateObjects.get(`pieces/${name}`)
    await expect(sharp(kept!).metadata()).rejects.toThrow('unsupported image format')
    expect((await fetch(`${api.url}/files/pieces/${name}.webp`)).status).toBe(404)
  }
  for (const statement of [
    'delete from buyback_photos',
    'update buyback_photos set position = 4',
    'truncate buyback_photos',
    `insert into buyback_photos select buyback_id, line, 5, repeat('a', 32), encrypted_key, taken_by, taken_at
     from buyback_photos limit 1`,
  ])
    await expect(api.db.query(statement)).rejects.toThrow(/never|stays|position/)
})

test('they are there for the shop and head office, on record, and for nobody else', async () => {
  const id = await bought('写真の試し 2')
  await add(id, await picture())
  for (const name of ['manager', 'owner', 'accountant'] as const)
    expect((await (await api.as(name)).call('admin.buybackPhoto', photoOf(id))).status).toBe(200)
  expect((await (await api.as('otherManager')).refused('admin.buybackPhoto', photoOf(id))).status).toBe(404)
  for (const name of ['clerk', 'hanako', 'reviewer'] as const)
    expect((await (await api.as(name)).refused('admin.buybackPhoto', photoOf(id))).status).toBe(403)
  expect((await api.nobody.refused('admin.buybackPhoto', photoOf(id))).status).toBe(401)
  expect((await (await manager()).refused('admin.buybackPhoto', photoOf(id, 2))).status).toBe(404)
  const [row] = await api.db.query<{ looks: number }>(
    `select count(*)::int as looks from audit_log where action = 'buyback.photo' and object = $1`,
    [`buyback:${id}:1:1`],
  )
  expect(row?.looks).toBe(3)
})

test('what is no photograph is refused with its sentence, and so is one of a piece that is not here any more', async () => {
  const id = await bought('写真の試し 3')
  for (const [bytes, code] of [
    [Buffer.from('<svg/>'), 'FILE_TYPE'],
    [await picture(700, 700), 'IMAGE_TOO_SMALL'],
    [Buffer.alloc(10_485_761, 1), 'FILE_TOO_LARGE'],
    [(await picture()).subarray(0, 700), 'IMAGE_BROKEN'],
  ] as const)
    expect((await add(id, bytes)).body).toMatchObject({ code })
  await api.db.query('alter table buyback_items disable trigger user')
  await api.db.query('update buyback_items set held_until = current_date - 3 where buyback_id = $1', [id])
  await api.db.query('alter table buyback_items enable trigger user')
  await (
    await manager()
  ).get('admin.disposeBuyback', {
    params: { id, line: '1' },
    body: { kind: 'melted', disposed_to: '銀河精錬' },
  })
  expect((await add(id, await picture())).body).toMatchObject({ code: 'CONFLICT' })
})
