import { randomUUID } from 'node:crypto'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetUntakenPhotos } from './photo.ts'

let api: TestApi
let id: string
beforeAll(async () => {
  api = await startApi()
  const [sku] = await api.db.query<{ id: string }>(`select id from skus where sku = 'RG001-11'`)
  id = sku!.id
})
afterAll(() => api.close())

const photo = (width = 1_200, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 184, b: 190 } } })
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .jpeg()
    .toBuffer()
const upload = async (bytes?: Buffer) =>
  (await api.as('manager')).get('skus.setPhoto', {
    params: { id },
    file: { bytes: bytes ?? (await photo()) },
  })
const seen = async (address: string) => {
  const answer = await fetch(api.url + address)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a photograph of articles is drawn anew in two sizes without a word of the camera, and shown wherever the articles are', async () => {
  const { photo: shown } = await upload()
  for (const [address, side] of [
    [shown!.tile, 192],
    [shown!.sheet, 960],
  ] as const) {
    const { headers, bytes } = await seen(address)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toContain('public')
    const { width, height, exif } = await sharp(bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: side, height: side, exif: undefined })
  }
  const clerk = await api.as('clerk')
  const { items } = await clerk.get('skus.search', { query: { query: 'RG001-11' } })
  const stock = await clerk.get('inventory.list', { query: { query: 'RG001-11' } })
  const record = await clerk.get('skus.show', { params: { id } })
  expect([items[0]?.photo, stock.items[0]?.photo, record.photo]).toEqual([shown, shown, shown])
  expect(record.changes[0]?.action).toBe('sku.photo')
  // A clerk who had the article open sees no conflict: a photograph is no change of its price.
  expect(record.version).toBe(1)
})

test('the customer sees it on their own sale beside the articles, and a sale of bare amounts says nothing of photographs', async () => {
  const { photo: shown } = await upload()
  const hanako = await api.as('hanako')
  const { token } = await hanako.get('users.token')
  const { transaction: sale } = await (
    await api.as('clerk')
  ).get('transactions.pay', {
    body: {
      token,
      transaction_id: randomUUID(),
      items: [
        { sku_id: id, quantity: 1 },
        { name: '修理', unit_price: 1_100, quantity: 1 },
      ],
      tenders: { cash: 9_900 },
    },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const details = await hanako.get('transactions.details', { params: { id: sale.id } })
  expect(details.item_photos).toEqual([shown?.tile, null])
  const plain = await sell(await api.as('clerk'), hanako, { amount: 1_100, tenders: { cash: 1_100 } })
  const bare = await hanako.get('transactions.details', { params: { id: plain.transaction.id } })
  expect(bare).not.toHaveProperty('item_photos')
})

test('what is no picture, too small, too large or a bomb is refused with its sentence, and the old one stays', async () => {
  const { photo: shown } = await upload()
  const manager = await api.as('manager')
  const bomb = Buffer.from(await photo(900, 900))
  // The header claims a picture of gigapixels; nothing of it is decoded.
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]))
  bomb.writeUInt16BE(65_000, frame + 5)
  bomb.writeUInt16BE(65_000, frame + 7)
  const cut = (await photo()).subarray(0, 700)
  for (const [bytes, status, code, message] of [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'FILE_TYPE',
      'JPEG・PNG・WebP形式の画像を選択してください。',
    ],
    [Buffer.from('GIF89a'), 415, 'FILE_TYPE', 'JPEG・PNG・WebP形式の画像を選択してください。'],
    [
      await photo(790, 700),
      422,
      'IMAGE_TOO_SMALL',
      '画像が小さすぎます。長辺が800px以上の画像を選んでください。',
    ],
    [bomb, 422, 'IMAGE_DIMENSIONS', '画像の縦横が大きすぎます。4,000万画素以下の画像を選んでください。'],
    [cut, 422, 'IMAGE_BROKEN', '画像を読み取れませんでした。別の画像を選んでください。'],
    [Buffer.alloc(10_485_761, 1), 413, 'FILE_TOO_LARGE', '画像は10MB以下にしてください。'],
  ] as const)
    expect(await manager.refused('skus.setPhoto', { params: { id }, file: { bytes } })).toMatchObject({
      status,
      code,
      message,
    })
  const unknown = { params: { id: randomUUID() }, file: { bytes: await photo() } }
  expect((await manager.refused('skus.setPhoto', unknown)).code).toBe('SKU_NOT_FOUND')
  expect((await manager.get('skus.show', { params: { id } })).photo).toEqual(shown)
})

test('a photograph that was replaced or taken off is seen for a day by whoever knows its address, and then gone', async () => {
  const first = (await upload()).photo!
  const second = (await upload()).photo!
  expect(second.tile).not.toBe(first.tile)
  expect((await seen(first.tile)).status).toBe(200)
  await (await api.as('owner')).call('skus.removePhoto', { params: { id } })
  expect((await (await api.as('clerk')).get('skus.show', { params: { id } })).photo).toBeNull()
  await forgetUntakenPhotos(api.server.context)
  expect((await seen(second.sheet)).status).toBe(200)
  const third = (await upload()).photo!
  await api.db.query(
    `update sku_images set created_at = created_at - interval '2 days', left_at = left_at - interval '2 days'`,
  )
  await forgetUntakenPhotos(api.server.context)
  for (const gone of [first, second])
    for (const address of [gone.tile, gone.sheet]) expect((await seen(address)).status).toBe(404)
  expect((await seen(third.sheet)).status).toBe(200)
})
