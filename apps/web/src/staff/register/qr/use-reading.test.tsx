import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { useReading } from './use-reading.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('what was read last is shown, however late the answer to what was read before', async () => {
  const answers = new Map<string, () => void>()
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise<Response>((resolve) => {
        const code = new URL(address, 'http://shop').searchParams.get('query') ?? ''
        const items = [{ id: code, sku: code, name: code, barcode: null }]
        answers.set(code, () => resolve(Response.json({ items, total: 1, page: 1, limit: 20 })))
      }),
  )
  let reading!: ReturnType<typeof useReading>
  function Reader() {
    reading = useReading('register')
    return null
  }
  await renderScreen(<Reader />)
  await act(async () => {
    void reading.read('SV-FIRST')
    void reading.read('SV-SECOND')
  })
  await waitFor(() => expect([...answers.keys()]).toEqual(['SV-FIRST', 'SV-SECOND']))
  const names = () => reading.past.map(({ label }) => label)
  await act(async () => answers.get('SV-SECOND')!())
  await waitFor(() => expect(names()).toEqual(['SV-SECOND']))
  expect(reading.isBusy).toBe(false)
  await act(async () => answers.get('SV-FIRST')!())
  await waitFor(() => expect(names()).toEqual(['SV-FIRST', 'SV-SECOND']))
  expect(reading.reading).toMatchObject({ sku: { name: 'SV-SECOND' } })
})
