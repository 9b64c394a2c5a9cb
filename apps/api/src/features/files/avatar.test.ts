// Disguised, oversized and broken files: each is refused with its sentence, and nothing is stored.
import { randomBytes } from 'node:crypto'
import { readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 120, g: 140, b: 160 } } })

const upload = async (bytes: Uint8Array, name = 'me.jpg') =>
  (await api.as('hanako')).call('files.avatar', { file: { bytes, name } })
const refusal = async (bytes: Uint8Array, name?: string) => {
  const { status, body } = await upload(bytes, name)
  return { status, code: (body as { code?: string }).code, message: (body as { message?: string }).message }
}

function storedFiles(): string[] {
  const folder = join(api.server.context.config.dataDir, 'objects')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

/** A PNG that says it is as large as we like, and holds as many equal bytes as its size asks for, or fewer. */
function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('works', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s becomes a WebP of 512 pixels without metadata',
    async (format) => {
      const original = await photo(900, 600)
        .withExif({ IFD0: { Artist: 'secret-artist' }, IFD3: { GPSLatitude: '36/1 33/1 0/1' } })
        .toFormat(format)
        .toBuffer()
      const reply = await upload(original, `me.${format}`)
      expect(reply.status).toBe(200)
      const { image_url } = reply.body as { image_url: string }

      const answer = await fetch(api.url + image_url)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      )
      const shown = Buffer.from(await answer.arrayBuffer())
      const { width, height, exif, icc, xmp, format: drawn } = await sharp(shown).metadata()
      expect({ width, height, exif, icc, xmp, drawn }).toEqual({ width: 512, height: 512, drawn: 'webp' })
      expect(shown.includes('secret-artist')).toBe(false)
    },
  )

  test('the way up is that of the camera', async () => {
    const half = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#f00' } })
      .composite([
        {
          input: await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00f' } })
            .png()
            .toBuffer(),
          left: 100,
          top: 0,
        },
      ])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { image_url } = (await upload(half)).body as { image_url: string }
    const pixels = await sharp(Buffer.from(await (await fetch(api.url + image_url)).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => pixels.data[(y * pixels.info.width + x) * pixels.info.channels] ?? 0
    expect(at(256, 20)).toBeGreaterThan(200)
    expect(at(256, 490)).toBeLessThan(60)
  })

  test('the picture is shown after it was taken, and the one before is gone', async () => {
    const hanako = await api.as('hanako')
    const one = (await upload(await photo(600, 600).jpeg().toBuffer())).body as { image_url: string }
    const two = (await upload(await photo(700, 700).png().toBuffer())).body as { image_url: string }
    const take = (avatar: string | null) =>
      hanako.get('users.avatar', { params: { id: hanako.user_id }, body: { avatar } })
    expect((await take(one.image_url)).avatar).toBe(one.image_url)
    expect((await fetch(api.url + two.image_url)).status).toBe(404)
    const three = (await upload(await photo(300, 300).png().toBuffer())).body as { image_url: string }
    expect((await take(three.image_url)).avatar).toBe(three.image_url)
    expect((await fetch(api.url + one.image_url)).status).toBe(404)
    expect((await take(null)).avatar).toBeNull()
    expect(storedFiles()).toEqual([])
  })
})

describe('refuses', () => {
  test('an HTML file named .jpg, an SVG, a GIF, a PDF, a ZIP and noise', async () => {
    for (const bytes of [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a\x01\x00',
      '%PDF-1.7',
      'PK\x03\x04',
    ])
      expect(await refusal(Buffer.from(bytes))).toEqual({
        status: 415,
        code: 'AVATAR_TYPE',
        message: 'JPEG・PNG・HEICの画像を選んでください。',
      })
    expect((await refusal(randomBytes(40_000))).code).toBe('AVATAR_TYPE')
    expect(storedFiles()).toEqual([])
  })

  test('a page behind a true JPEG is drawn away', async () => {
    const { image_url } = (
      await upload(
        Buffer.concat([await photo(64, 64).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
      )
    ).body as { image_url: string }
    expect(await (await fetch(api.url + image_url)).text()).not.toContain('<script>')
  })

  test('a 100-megapixel image and a decompression bomb by their headers, without decoding either', async () => {
    const started = performance.now()
    const sentence = '画像の縦横が大きすぎます。4,000万画素以下の画像を選んでください。'
    expect(await refusal(await photo(10_000, 10_000).jpeg({ quality: 10 }).toBuffer())).toEqual({
      status: 422,
      code: 'IMAGE_DIMENSIONS',
      message: sentence,
    })
    expect((await refusal(pngOf(60_000, 60_000, Buffer.alloc(60_001 * 1_000)))).code).toBe('IMAGE_DIMENSIONS')
    expect((await refusal(pngOf(4_294_967_295, 4_294_967_295, Buffer.alloc(10)))).code).toBe(
      'IMAGE_DIMENSIONS',
    )
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('files that end too early', async () => {
    const whole = await photo(1200, 1200).jpeg().toBuffer()
    for (const bytes of [whole.subarray(0, whole.length / 2), pngOf(4000, 4000, Buffer.alloc(500))]) {
      expect(await refusal(bytes)).toEqual({
        status: 422,
        code: 'IMAGE_BROKEN',
        message: '画像を読み取れませんでした。別の画像を選んでください。',
      })
    }
    expect((await refusal(whole.subarray(0, 9))).code).toBe('AVATAR_TYPE')
    expect((await refusal(Buffer.alloc(0))).code).toBe('VALIDATION_ERROR')
  })

  test('a file above 5 MB, whatever it is, and leaves nothing in memory', async () => {
    const before = process.memoryUsage().rss
    for (let round = 0; round < 5; round += 1)
      expect(await refusal(randomBytes(6_000_000))).toEqual({
        status: 413,
        code: 'AVATAR_TOO_LARGE',
        message: '5MB以下の画像を選んでください。',
      })
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('a picture elsewhere, and one of somebody else, without asking any server', async () => {
    const hanako = await api.as('hanako')
    const { image_url } = (
      await (
        await api.as('kyoko')
      ).call('files.avatar', { file: { bytes: await photo(64, 64).png().toBuffer() } })
    ).body as { image_url: string }
    for (const avatar of [
      'https://evil.example/x.png',
      'javascript:alert(1)',
      '/files/avatar/../../etc/passwd',
      `${api.url}/healthz`,
      image_url,
      '',
    ]) {
      const reply = await hanako.refused('users.avatar', { params: { id: hanako.user_id }, body: { avatar } })
      expect([avatar, reply.status, reply.code]).toEqual([avatar, 422, 'AVATAR_UNKNOWN'])
    }
    expect((await hanako.get('users.me')).avatar).toBeNull()
  })

  test('names that lead out of the folder', async () => {
    for (const name of [
      '..%2f..%2fsecret-key',
      '%2e%2e/x.webp',
      `${'0'.repeat(32)}.webp`,
      `${'0'.repeat(32)}.html`,
    ])
      expect((await fetch(`${api.url}/files/avatar/${name}`)).status).toBe(404)
  })

  test('a form where JSON belongs and JSON where a form belongs', async () => {
    const hanako = await api.as('hanako')
    expect((await hanako.refused('users.profile', { file: { bytes: Buffer.from('x') } })).code).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expect((await hanako.refused('files.avatar', { body: {} })).code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})

test('a picture that cannot be put away is no fault of the picture: the same one is taken afterwards', async () => {
  const bytes = await photo(300, 300).jpeg().toBuffer()
  const put = vi.spyOn(api.server.context.objects, 'put').mockRejectedValueOnce(new Error('no space left'))
  const before = storedFiles().length
  expect(await refusal(bytes)).toMatchObject({ status: 503, code: 'FILE_UPLOAD_FAILED' })
  expect(storedFiles()).toHaveLength(before)
  put.mockRestore()
  expect((await upload(bytes)).status).toBe(200)
})

test('uploads that nobody takes are forgotten after a day', async () => {
  const { forgetUntakenAvatars } = await import('./index.ts')
  const yoko = await api.as('yoko')
  const bytes = await photo(64, 64).png().toBuffer()
  const taken = (await yoko.call('files.avatar', { file: { bytes } })).body as { image_url: string }
  await yoko.get('users.avatar', { params: { id: yoko.user_id }, body: { avatar: taken.image_url } })
  const left = (await yoko.call('files.avatar', { file: { bytes } })).body as { image_url: string }
  await api.db.query(`update avatars set created_at = now() - interval '2 days'`)
  await forgetUntakenAvatars(api.server.context)
  expect((await fetch(api.url + taken.image_url)).status).toBe(200)
  expect((await fetch(api.url + left.image_url)).status).toBe(404)
})
