import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api.ts'
import { transactionListQuery, transactionQuery, walletQuery } from '../queries/queries.ts'
import { queryClient } from '../queries/query-client.ts'
import { FailureLog } from './FailureLog.tsx'

const id = '01a1ff34-4702-7617-818d-de9ed323373a'
const body = { code: 'INTERNAL_ERROR', message: '山田花子さんの残高', request_id: 'request-7' }
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 500 }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  logged.mockClear()
  vi.unstubAllGlobals()
})

const fails = (asking: Promise<unknown>) => expect(asking).rejects.toBeInstanceOf(ApiError)

test('a list and a page of a movement that failed are logged, with nothing of what was asked or answered', async () => {
  render(<FailureLog />)
  await fails(queryClient.fetchInfiniteQuery({ ...transactionListQuery(), retry: false }))
  await fails(queryClient.fetchQuery({ ...transactionQuery(id), retry: false }))
  expect(logged.mock.calls).toEqual([
    ['transactions.list', 'INTERNAL_ERROR', 'request-7'],
    ['transactions.details', 'INTERNAL_ERROR', 'request-7'],
  ])
})

test('what failed before the log was there is in it too; other readings are not', async () => {
  await fails(queryClient.fetchQuery({ ...transactionQuery(id), retry: false }))
  await fails(queryClient.fetchQuery({ ...walletQuery(), retry: false }))
  render(<FailureLog />)
  await fails(queryClient.fetchQuery({ ...walletQuery(), retry: false }))
  expect(logged.mock.calls).toEqual([['transactions.details', 'INTERNAL_ERROR', 'request-7']])
})

test('a line that is dead is logged without a number', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  render(<FailureLog />)
  await fails(queryClient.fetchQuery({ ...transactionQuery(id), retry: false }))
  expect(logged.mock.calls).toEqual([['transactions.details', 'NETWORK_OFFLINE', null]])
})
