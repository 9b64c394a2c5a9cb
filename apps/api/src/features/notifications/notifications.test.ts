import { randomUUID } from 'node:crypto'
import type { Output } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await api.db.query('delete from notifications')
  for (const name of ['hanako', 'kyoko'] as const) {
    await api.db.query(
      `insert into notifications (id, user_id, kind, facts, dedupe_key, created_at)
       select gen_random_uuid(), $1::uuid, 'news', jsonb_build_object('title', 'お知らせ ' || n, 'message', '本文'), $1::text || ':' || n, now() - n * interval '1 minute'
       from generate_series(1, 25) n`,
      [(await api.as(name)).user_id],
    )
  }
})
afterAll(() => api.close())

describe('works', () => {
  test('the newest come first, page by page, each of them once', async () => {
    const hanako = await api.as('hanako')
    const titles: string[] = []
    for (let page: number | null = 1; page !== null;) {
      const answer: Output<'notifications.list'> = await hanako.get('notifications.list', {
        query: { page, limit: 10 },
      })
      expect(answer).toMatchObject({ page, limit: 10, total: 25, total_capped: false })
      titles.push(...answer.items.map(({ title }) => title))
      page = answer.next_page
    }
    expect(titles).toEqual(Array.from({ length: 25 }, (_, index) => `お知らせ ${index + 1}`))
  })

  test('what is read counts no more, and reading twice changes nothing', async () => {
    const hanako = await api.as('hanako')
    const [first] = (await hanako.get('notifications.list')).items
    const params = { id: first?.id ?? '' }
    expect(await hanako.get('notifications.read', { params })).toEqual({ ...first, read: true })
    expect(await hanako.get('notifications.read', { params })).toEqual({ ...first, read: true })
    expect(await hanako.get('notifications.count')).toEqual({ count: 24 })
  })

  test('one is shown whole, with its picture and its button', async () => {
    const hanako = await api.as('hanako')
    const [first] = (await hanako.get('notifications.list')).items
    const params = { id: first?.id ?? '' }
    expect(await hanako.get('notifications.show', { params })).toEqual(first)
    await api.db.query(
      `update notifications set picture = 'cup', facts = facts || '{"label": "見る"}', action_path = '/home?sheet=rank' where id = $1`,
      [params.id],
    )
    expect(await hanako.get('notifications.show', { params })).toEqual({
      ...first,
      picture: 'cup',
      action: { label: '見る', path: '/home?sheet=rank' },
    })
  })

  test('all at once are one’s own and nobody else’s', async () => {
    expect(await (await api.as('hanako')).get('notifications.readAll')).toEqual({ count: 0 })
    expect(await (await api.as('kyoko')).get('notifications.count')).toEqual({ count: 25 })
  })
})

test('refuses to read what is somebody else’s, with the words for what is not there', async () => {
  const [foreign] = (await (await api.as('kyoko')).get('notifications.list')).items
  const hanako = await api.as('hanako')
  for (const id of [foreign?.id ?? '', randomUUID()]) {
    for (const call of ['notifications.read', 'notifications.show'] as const) {
      expect(await hanako.refused(call, { params: { id } })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
  }
  expect((await (await api.as('kyoko')).get('notifications.list')).items[0]?.read).toBe(false)
})

describe('the database', () => {
  const write = (reader: string) =>
    api.db.query(
      `insert into notifications (id, user_id, kind, facts, dedupe_key)
       values (gen_random_uuid(), $1, 'affiliator_left', '{}', gen_random_uuid()::text),
         (gen_random_uuid(), $2, 'affiliator_left', '{}', gen_random_uuid()::text)`,
      [hanako, reader],
    )
  let hanako: string
  beforeAll(async () => {
    hanako = (await api.as('hanako')).user_id
  })

  test('takes no notice for somebody who is not there', async () => {
    await expect(write(randomUUID())).rejects.toMatchObject({ code: '23503' })
    await expect(write(hanako)).resolves.toEqual([])
  })

  test('keeps the reader of a notice, and everybody who may be one', async () => {
    const kyoko = (await api.as('kyoko')).user_id
    await expect(
      api.db.query('update notifications set user_id = $2 where user_id = $1', [hanako, kyoko]),
    ).rejects.toThrow('A row of notifications is never changed or removed.')
    const [nobody] = await api.db.query<{ id: string }>(
      `insert into users (id, username, password_hash, type) values (gen_random_uuid(), 'mitsuko7', '-', 'customer') returning id`,
    )
    for (const change of ['delete from users', 'update users set id = gen_random_uuid()']) {
      await expect(api.db.query(`${change} where id = $1`, [nobody?.id])).rejects.toThrow(
        'A row of users is never changed or removed.',
      )
    }
  })
})
