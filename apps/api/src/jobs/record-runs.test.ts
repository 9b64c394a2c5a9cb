import { jobs, jobSchedules } from '@shirogane/contract/rules/jobs'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../context.ts'
import { listSchedules } from '../features/admin/schedules.ts'
import { listWork } from './jobs.ts'
import { startRuns } from './record-runs.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Signed in anew each time: the clock is moved further than an access token lives. */
const shown = async () => (await (await api.signIn('owner')).get('admin.schedules')).items
const shownOf = async (job: string) => (await shown()).find((item) => item.job === job)!

test('every job has its work, and staff are shown each with its schedule', async () => {
  const begunByOthers = ['notices', 'live_events', 'mails', 'sms', 'pushes', 'gifts', 'movement_mails']
  expect([...listWork(api.server.context).keys(), ...begunByOthers].toSorted()).toEqual(jobs.toSorted())
  expect((await shown()).map(({ job }) => job)).toEqual(Object.keys(jobSchedules))
  expect(await shownOf('books')).toMatchObject({ daily_at: '04:00', every_seconds: null })
  expect(await shownOf('chain')).toMatchObject({ daily_at: null, every_seconds: 10 })
})

test('pushes are no job of a server that has no keys for them', async () => {
  const silent = { ...api.server.context, gateways: { ...api.server.context.gateways, push: null } }
  const { items } = await listSchedules(silent, {} as Actor)
  expect(items.map(({ job }) => job)).toEqual(jobs.filter((job) => job !== 'pushes'))
})

test('a run that fails is written at once, by class and code alone, and so is the first that works again', async () => {
  const { db, log, now } = api.server.context
  const runs = startRuns({ db, log, now })
  const error = Object.assign(new TypeError('Key (phone)=(+819012345678) already exists'), { code: '23505' })
  for (let n = 0; n < 2; n += 1) runs.begin('new_terms').end(error)
  await runs.stop()
  const failed = await shownOf('new_terms')
  expect(failed).toMatchObject({ failures: 2, last: { error: 'TypeError 23505' } })
  expect(JSON.stringify(await api.db.query('select * from job_runs'))).not.toContain('8190')

  const again = startRuns({ db, log, now })
  again.begin('new_terms').end(null)
  await again.stop()
  expect(await shownOf('new_terms')).toMatchObject({ failures: 0, last: { error: null }, is_late: false })
})

test('an older run of another process does not take the place of a newer one', async () => {
  const { db, log } = api.server.context
  const at = (iso: string) => startRuns({ db, log, now: () => new Date(iso) })
  const newer = at('2036-03-01T00:00:00Z')
  newer.begin('private_files').end(null)
  await newer.stop()
  const older = at('2036-02-01T00:00:00Z')
  older.begin('private_files').end(new Error('gone'))
  await older.stop()
  expect(await shownOf('private_files')).toMatchObject({
    failures: 0,
    last: { at: '2036-03-01T00:00:00.000Z', error: null },
  })
})

test('what should have run by now is late, also where it never ran', async () => {
  const { db, log, now } = api.server.context
  const runs = startRuns({ db, log, now })
  runs.begin('days_to_close').end(null)
  await runs.stop()
  await api.db.query(`update job_runs set started_at = null, duration_ms = null where job = 'forget'`)
  api.clock.forward(30 * 60_000)
  expect(await shownOf('days_to_close')).toMatchObject({ is_late: false })
  api.clock.forward(10 * 60_000)
  expect(await shownOf('days_to_close')).toMatchObject({ is_late: true })
  expect(await shownOf('forget')).toMatchObject({ is_late: false, last: null })
  api.clock.forward(26 * 3_600_000)
  expect(await shownOf('forget')).toMatchObject({ is_late: true, last: null })
})
