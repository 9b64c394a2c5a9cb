import { payCodeDigits } from '@shirogane/contract/inputs/pay-code'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { forwardCode } from '../../shared/scanner/forwarded.ts'
import { memberQuery } from '../../shared/queries.ts'
import PointScreen from '../point/PointScreen.tsx'
import { useMemberReader } from './use-member.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
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

const person = (name: string, balance = 0) => ({
  id: name,
  name,
  username: name,
  avatar: null,
  level: { current_level: 1, name: 'つちめ', point_rate: 200 },
  wallet: { balance, point_balance: balance },
  verified: true,
  kyc_status: 'none',
  later_total: 0,
  notes: [],
})
const page = (balance: number) =>
  queryClient.setQueryData(memberQuery('hanako').queryKey, person('hanako', balance) as never)
/** The page is told of it a moment later. */
const receiveBalance = (balance: number) =>
  act(async () => {
    page(balance)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

test('points go to the member who was read, whatever is heard later of the one whose page it was', async () => {
  let answer!: () => void
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/hanako')
      ? new Promise(() => {})
      : new Promise<Response>((resolve) => {
          answer = () => resolve(Response.json(person('kyoko')))
        }),
  )
  page(0)
  forwardCode(payCodeDigits('453914880343646'))
  await renderScreen(<PointScreen registerId="register" />, '/screen?id=hanako')
  await screen.findByText('hanako 様')
  await act(async () => answer())
  await screen.findByText('kyoko 様')
  await receiveBalance(500)
  expect(screen.getByText('kyoko 様')).toBeDefined()
  expect(screen.queryByText('hanako 様')).toBeNull()
})

test('what is heard of a member while the question stands leaves its answer what it was', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address)
    return new Promise(() => {})
  })
  page(0)
  await renderScreen(<PointScreen registerId="register" />, '/screen?id=hanako')
  await screen.findByText('hanako 様')
  const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
  press('5')
  press(/^5pt/)
  await screen.findByRole('alertdialog')
  await receiveBalance(500)
  press('付与する')
  await waitFor(() => expect(sent.filter((address) => address.endsWith('transfer_point'))).toHaveLength(1))
})
