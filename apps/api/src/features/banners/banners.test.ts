import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const bodyOf = (change: object = {}) => ({
  period: '1/1(金)〜1/11(月)',
  title: '新春の\n銀器フェア',
  note: '直営店で',
  body: '新春の銀器をご覧ください。',
  picture: 'cup',
  image: null,
  alt: '銀の盃',
  link: null,
  campaign_id: null,
  published_from: '2026-01-01T00:00:00.000Z',
  published_until: null,
  ...change,
})
const owner = () => api.as('owner')
const live = async () => (await api.nobody.get('admin.banners')).items
const refusal = async (change: object) =>
  (await (await owner()).refused('admin.createBanner', { body: bodyOf(change) })).code
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 40, g: 44, b: 60 } } })
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .jpeg()
    .toBuffer()

test('a new banner is on home at once, the last of its row, and goes as it came', async () => {
  const before = await live()
  const made = await (await owner()).get('admin.createBanner', { body: bodyOf() })
  expect(made.state).toBe('live')
  expect((await live()).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), made.id])
  await (
    await owner()
  ).get('admin.updateBanner', { params: { id: made.id }, body: bodyOf({ title: '初売り' }) })
  expect((await live()).at(-1)?.title).toBe('初売り')
  const { changes } = await (await owner()).get('admin.allBanners')
  expect(changes[0]).toMatchObject({ before: { title: '新春の\n銀器フェア' }, after: { title: '初売り' } })
  expect((await (await owner()).call('admin.removeBanner', { params: { id: made.id } })).status).toBe(204)
  expect(await live()).toEqual(before)
})

test('a banner that a colleague has changed meanwhile is not put back', async () => {
  const made = await (await owner()).get('admin.createBanner', { body: bodyOf() })
  const params = { id: made.id }
  await (
    await owner()
  ).get('admin.updateBanner', { params, body: { ...bodyOf({ title: '初売り' }), before: bodyOf() } })
  expect(
    await (
      await owner()
    ).refused('admin.updateBanner', { params, body: { ...bodyOf({ note: '全店で' }), before: bodyOf() } }),
  ).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect((await live()).at(-1)).toMatchObject({ title: '初売り', note: '直営店で' })
  await (await owner()).call('admin.removeBanner', { params })
})

test('a banner from before its words were tidied is no conflict with itself', async () => {
  const made = await (await owner()).get('admin.createBanner', { body: bodyOf() })
  const params = { id: made.id }
  await api.db.query(`update banners set body = body || e' \\r\\n' where id = $1`, [made.id])
  const {
    id: _,
    state: __,
    ...before
  } = (await (await owner()).get('admin.allBanners')).items.find(({ id }) => id === made.id)!
  expect(
    await (await owner()).get('admin.updateBanner', { params, body: { ...before, note: '全店で', before } }),
  ).toMatchObject({ note: '全店で', body: '新春の銀器をご覧ください。' })
  await (await owner()).call('admin.removeBanner', { params })
})

test('periods decide what home shows', async () => {
  const past = await (
    await owner()
  ).get('admin.createBanner', {
    body: bodyOf({ published_from: '2025-01-01T00:00:00.000Z', published_until: '2025-02-01T00:00:00.000Z' }),
  })
  const future = await (
    await owner()
  ).get('admin.createBanner', { body: bodyOf({ published_from: '2099-01-01T00:00:00.000Z' }) })
  expect([past.state, future.state]).toEqual(['ended', 'planned'])
  const shown = (await live()).map(({ id }) => id)
  expect(shown.includes(past.id) || shown.includes(future.id)).toBe(false)
  for (const { id } of [past, future]) await (await owner()).call('admin.removeBanner', { params: { id } })
})

test('the order is changed as a whole, and by nobody who has not seen it all', async () => {
  const ids = (await (await owner()).get('admin.allBanners')).items.map(({ id }) => id)
  const turned = ids.toReversed()
  const { items } = await (await owner()).get('admin.orderBanners', { body: { ids: turned } })
  expect(items.map(({ id }) => id)).toEqual(turned)
  expect((await live()).map(({ id }) => id)).toEqual(turned)
  for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids.slice(1), crypto.randomUUID()]])
    expect((await (await owner()).refused('admin.orderBanners', { body: { ids: wrong } })).code).toBe(
      'CONFLICT',
    )
})

test('a picture is drawn anew in the shape of a banner, shown to everyone, and only where we drew it', async () => {
  const { image_url } = await (
    await owner()
  ).get('files.banner', { file: { bytes: await picture(1_800, 900), name: 'fair.jpg' } })
  const answer = await fetch(api.url + image_url)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height, exif } = await sharp(bytes).metadata()
  expect({ width, height, exif }).toEqual({ width: 1_436, height: 400, exif: undefined })
  const made = await (await owner()).get('admin.createBanner', { body: bodyOf({ image: image_url }) })
  expect((await live()).at(-1)).toMatchObject({ image: image_url, alt: '銀の盃' })
  const stray = `/files/banner/${randomBytes(16).toString('hex')}.webp`
  expect(await refusal({ image: stray })).toBe('BANNER_IMAGE_UNKNOWN')
  for (const change of [
    { alt: '' },
    { alt: '  ' },
    { link: 'javascript:alert(1)' },
    { link: '//evil.example.com' },
    { link: 'http://store.example.jp/' },
    { image: 'https://example.com/a.webp' },
    { title: '一\n二\n三' },
    { published_until: '2025-12-31T00:00:00.000Z' },
  ])
    expect(await refusal(change)).toBe('VALIDATION_ERROR')
  expect(
    (await (await owner()).refused('files.banner', { file: { bytes: await picture(200, 100) } })).code,
  ).toBe('IMAGE_TOO_SMALL')
  expect(
    (await (await owner()).refused('files.banner', { file: { bytes: Buffer.from('<svg/>') } })).code,
  ).toBe('FILE_TYPE')
  await (await owner()).call('admin.removeBanner', { params: { id: made.id } })
})

test('a row has room for twelve, and the one that is too many leaves it as it was', async () => {
  const by = await owner()
  const there = (await by.get('admin.allBanners')).items.length
  for (let count = there; count < limits.bannersMax; count += 1)
    await by.get('admin.createBanner', { body: bodyOf() })
  expect(await by.refused('admin.createBanner', { body: bodyOf() })).toMatchObject({
    status: 422,
    code: 'BANNER_LIMIT',
    message: 'バナーは12件まで登録できます。',
  })
  expect((await by.get('admin.allBanners')).items).toHaveLength(limits.bannersMax)
})
