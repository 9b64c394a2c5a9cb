import { payCodeDigits } from '@shirogane/contract/pay-code'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../../lib/render-screen.tsx'
import '../../calls.ts'
import { useMemberReader } from './use-member.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('members come in the order in which they were read, however slowly one of them is found', async () => {
  const answers: { code: string; give: (found: boolean) => void }[] = []
  vi.stubGlobal(
    'fetch',
    (_: string, { body }: { body: string }) =>
      new Promise<Response>((resolve) => {
        const { token: code } = JSON.parse(body) as { token: string }
        answers.push({
          code,
          give: (found) =>
            resolve(
              found ? Response.json({ name: code }) : Response.json({ code: 'QR_INVALID' }, { status: 404 }),
            ),
        })
      }),
  )
  const found: string[] = []
  let reader!: ReturnType<typeof useMemberReader>
  function Reader() {
    reader = useMemberReader('register', ({ by }) => found.push(by))
    return null
  }
  await renderScreen(<Reader />)
  const codes = ['453914880343646', '453914880343647', '453914880343648'].map((digits) =>
    payCodeDigits(digits),
  )
  let given = 0
  const give = async (isFound: boolean) => {
    await waitFor(() => expect(answers).toHaveLength(given + 1), { timeout: 30_000 })
    await act(async () => answers[given]!.give(isFound))
    given += 1
  }
  await act(async () => {
    for (const code of codes) void reader.read(code)
  })
  expect(answers.map(({ code }) => code)).toEqual(codes.slice(0, 1))
  await give(true)
  expect(reader.isReading).toBe(true)
  await give(false)
  await give(true)
  await waitFor(() => expect(reader.isReading).toBe(false), { timeout: 30_000 })
  expect(found).toEqual([codes[0], codes[2]])
  expect(reader.problem).toBeNull()
})
