// The size of a file is the number of its own bytes, and a form holds one of them.
import { randomUUID } from 'node:crypto'
import { callOf, type CallName, pathOf } from '@shirogane/contract/wire/calls'
import { endpoints } from '@shirogane/contract'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { errors } from '@shirogane/contract/wire/errors'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { proveStaff } from '@shirogane/testkit/acts/let-in'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { castByRole, castRoles } from '@shirogane/testkit/cast'
import { openWire } from '@shirogane/testkit/calls/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let counting: TestApi
beforeAll(async () => {
  api = await startApi()
  counting = await startApi({ env: { RATE_LIMITS: 'on' } })
})
afterAll(async () => {
  await counting.close()
  await api.close()
})

const uploads = (Object.keys(endpoints) as CallName[]).filter((name) => (endpoints[name] as Endpoint).file)

async function callerFor(name: CallName, at = api): Promise<Caller> {
  const { who }: Endpoint = endpoints[name]
  const caller = await at.as(castByRole[castRoles.find((role) => who.includes(role))!])
  if (!who.includes('customer')) await proveStaff(caller)
  return caller
}

function paramsOf(name: CallName): Record<string, string> {
  const keys = [...callOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
  return Object.fromEntries(keys.map((key) => [key, key === 'id' ? randomUUID() : '1']))
}

const boundary = 'shirogane-test-boundary'
const head = (field: string, filename = 'a.jpg') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`

describe.each(uploads)('%s', (name) => {
  const { bytesMax, tooLarge } = (endpoints[name] as Endpoint).file!

  test('takes a file of its size, and none that is longer by any number of bytes', async () => {
    const caller = await callerFor(name)
    const codeOf = async (length: number) => {
      const send = () =>
        caller.call(name, { params: paramsOf(name), file: { bytes: Buffer.alloc(length, 'a') } })
      // A machine that is busy with other things turns calls away for a moment.
      let reply = await send()
      while (reply.status === 503) reply = await send()
      const { status, body } = reply
      return [status, (body as { code?: string }).code]
    }
    // It is no picture, which is said of what was read.
    expect(await codeOf(bytesMax)).not.toContain(tooLarge)
    for (const more of [1, 40, 110, 4_096, 8_192, 100_000])
      expect(await codeOf(bytesMax + more), `${more} more`).toEqual([errors[tooLarge][0], tooLarge])
  })

  test('judges by the file alone in whatever pieces it comes', async () => {
    const caller = await callerFor(name)
    const { host } = new URL(api.url)
    for (const [more, pieces] of [
      [0, 65_536],
      [1, 65_536],
      [40, 16_384],
      [110, bytesMax],
    ] as const) {
      const wire = await openWire(api.url)
      const { method } = callOf(name)
      wire.send(
        `${method} ${pathOf(name, paramsOf(name))} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${caller.access_token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      )
      const send = (bytes: Buffer) => {
        wire.send(`${bytes.length.toString(16)}\r\n`)
        wire.send(bytes)
        wire.send('\r\n')
      }
      send(Buffer.from(head('file')))
      const file = Buffer.alloc(bytesMax + more, 'a')
      for (let at = 0; at < file.length; at += pieces) send(file.subarray(at, at + pieces))
      send(Buffer.from(tail))
      wire.send('0\r\n\r\n')
      const { code } = JSON.parse((await wire.read())!.body) as { code: string }
      if (more === 0) expect(code).not.toBe(tooLarge)
      else expect(code, `${more} more in pieces of ${pieces}`).toBe(tooLarge)
      wire.close()
    }
  })

  test.each<[string, string[], string]>([
    [
      'two files',
      [head('file'), 'a', `\r\n${head('file')}`, 'b', tail],
      'ファイルは1つだけ選択してください。',
    ],
    [
      'a second part of another name',
      [head('file'), 'a', `\r\n${head('more')}`, 'b', tail],
      'ファイルを選択してください。',
    ],
    ['a part of another name', [head('photo'), 'a', tail], 'ファイルを選択してください。'],
    [
      'a field before the file',
      [`--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n`, head('file'), 'a', tail],
      'ファイルを選択してください。',
    ],
    ['an empty file', [head('file'), '', tail], 'ファイルを選択してください。'],
    ['no part', [`--${boundary}--\r\n`], 'ファイルを選択してください。'],
  ])('refuses %s', async (_case, body, sentence) => {
    const caller = await callerFor(name)
    const reply = await caller.send(callOf(name).method, pathOf(name, paramsOf(name)), {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: body.join(''),
    })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', fields: { file: sentence } },
    })
  })

  test('counts towards the quota whatever is refused of it', async () => {
    const { who, file, params }: Endpoint = endpoints[name]
    const caller = await callerFor(name, counting)
    const stranger = castRoles.find((role) => !who.includes(role) && role !== 'unverified')
    const others = stranger === undefined ? [] : [await counting.as(castByRole[stranger])]
    const count = async (by: Caller) => {
      const [row] = await counting.db.query<{ hits: number }>(
        'select coalesce(sum(hits), 0)::int as hits from rate_limits where bucket = $1',
        [`${file!.bucket}:${by.user_id}`],
      )
      return row!.hits
    }
    const send = (by: Caller, path: string, body: string) =>
      by.send(callOf(name).method, path, {
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
        body,
      })
    const form = head('photo') + 'a'.repeat(300_000) + tail
    for (const [by, path] of [
      [caller, pathOf(name, paramsOf(name))] as const,
      ...(params ? [[caller, callOf(name).path.replace(/\{\w+\}/g, '-')] as const] : []),
      ...others.map((other) => [other, pathOf(name, paramsOf(name))] as const),
    ]) {
      const before = await count(by)
      expect((await send(by, path, form)).status).toBeGreaterThanOrEqual(400)
      expect(await count(by)).toBe(before + 1)
    }
  })

  test('refuses a form that breaks off, and one that is all wrapping', async () => {
    const caller = await callerFor(name)
    const send = (body: string) =>
      caller.send(callOf(name).method, pathOf(name, paramsOf(name)), {
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
        body,
      })
    expect(await send(head('file') + 'a'.repeat(1_000))).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED_REQUEST' },
    })
    expect(await send('a'.repeat(bytesMax + 9_000) + head('file') + 'a' + tail)).toMatchObject({
      status: errors[tooLarge][0],
      body: { code: tooLarge },
    })
  })
})
