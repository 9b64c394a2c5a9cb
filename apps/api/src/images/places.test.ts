// Several people with pictures at once, over the wire: one who brings many is told so before the rest is read.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { pathOf } from '@shirogane/contract/wire/calls'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#789' } })
    .png()
    .toBuffer()

type Begun = { upload: ClientRequest; answer: Promise<IncomingMessage> }

/** An upload of which the head alone is sent. */
function begin(who: Caller): Begun {
  const upload = request(api.url + pathOf('files.avatar', {}), {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${who.access_token}`,
      'Content-Type': 'multipart/form-data; boundary=line',
      'Content-Length': 1_000_000,
    },
  })
  upload.on('error', () => undefined)
  const answer = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve))
  upload.write('--line\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  return { upload, answer }
}

test('a fifth upload of one person is refused before it is read, and nobody else is', async () => {
  const [hanako, yoko] = [await api.as('hanako'), await api.as('yoko')]
  const begun: Begun[] = []
  // The fifth to arrive is answered, though none of them has sent its picture.
  for (let count = 0; count < 5; count += 1) begun.push(begin(hanako))
  const refused = await Promise.race(begun.map(({ answer }) => answer))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(10)
  const parts: Buffer[] = []
  for await (const part of refused) parts.push(part as Buffer)
  expect(JSON.parse(Buffer.concat(parts).toString())).toMatchObject({ code: 'RATE_LIMITED' })

  const reply = await yoko.call('files.avatar', { file: { bytes: await picture(64) } })
  expect(reply.status).toBe(200)

  for (const { upload } of begun) upload.destroy()
  // What was broken off gives its place back.
  await expect
    .poll(async () => (await hanako.call('files.avatar', { file: { bytes: await picture(64) } })).status)
    .toBe(200)
})

test('members and staff with large pictures: everybody has theirs, and nobody has more than four in hand', async () => {
  const large = await picture(4_000)
  const [kyoko, owner] = [await api.as('kyoko'), await api.as('owner')]
  const many = Array.from({ length: 9 }, () => kyoko.call('files.avatar', { file: { bytes: large } }))
  const other = await owner.call('files.banner', { file: { bytes: await picture(1_500) } })
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(other.status).toBe(200)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
})
