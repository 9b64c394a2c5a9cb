import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../shell/api/api.ts'
import { useSheet } from '../../../shell/navigation/navigation.tsx'
import { addressQuery, answersOf } from '../../../shell/queries/queries.ts'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { AddressTab } from '../address/AddressTab.tsx'
import { text as addressText } from '../address/text.ts'
import { text as userText } from '../text.ts'
import { ProfileSheet } from './ProfileSheet.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { text } from './text.ts'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const session = vi.hoisted(() => ({
  auth: { id: '01a1ff34-4702-7617-818d-de9ed323373a', username: 'kyoko', type: 'customer' },
  profile: {
    last_name: null,
    first_name: null,
    last_name_kana: null,
    first_name_kana: null,
    date_of_birth: '1990-01-01',
    gender: null,
  },
}))
vi.mock('../../../shell/session/session.ts', () => ({ useSession: () => session, adoptUser: vi.fn() }))
const call = vi.hoisted(() => vi.fn())
vi.mock('../../../shell/api/api.ts', async (original) => ({ ...(await original<object>()), call }))

beforeEach(() => call.mockReset())
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const town = { prefecture: '石川県', city: '金沢市', town: '片町' }
const answerTo = (answers: Record<string, unknown>) =>
  call.mockImplementation(async (name: string) => {
    const answer = answers[name]
    if (answer instanceof Error) throw answer
    return answer
  })
const user = () => userEvent.setup()
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const summary = () =>
  screen.getAllByRole('alert').find(({ tabIndex, textContent }) => tabIndex === -1 && textContent !== '')
const sheet = () => renderScreen(<ProfileSheet onClose={() => undefined} />)

test('what is wrong is said when the field is left, and looked at again at each letter', async () => {
  await sheet()
  const person = user()
  await person.type(box(text.lastNameKana), 'tak')
  expect(screen.queryByText(text.kanaWrong)).toBeNull()
  await person.tab()
  await screen.findByText(text.kanaWrong)
  await person.clear(box(text.lastNameKana))
  await person.type(box(text.lastNameKana), 'た')
  expect(screen.queryByText(text.kanaWrong)).toBeNull()
  await person.type(box(text.lastNameKana), 'x')
  await screen.findByText(text.kanaWrong)
  expect(summary()).toBeUndefined()
})

test('each failed attempt brings the reader to a summary, whose items lead to the fields of both forms', async () => {
  await sheet()
  const person = user()
  const save = screen.getByRole('button', { name: text.save })
  await person.type(box(text.firstNameKana), '?')
  await person.type(box(addressText.town), '片町')
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await person.click(save)
    await waitFor(() => expect(document.activeElement).toBe(summary()))
    expect(summary()?.textContent).toContain(userText.summary(5))
    await person.click(box(text.lastName))
  }
  const link = (name: string) => within(summary() as HTMLElement).getByRole('link', { name })
  await person.click(link(text.kanaWrong))
  expect(document.activeElement).toBe(box(text.firstNameKana))
  await person.click(link(addressText.required(addressText.prefecture)))
  expect(document.activeElement?.id).toBe('address-prefecture')
  expect(call).not.toHaveBeenCalled()
})

test('what was typed is asked about on every way out, and no more once it is saved', async () => {
  answerTo({ 'users.profile': session })
  function Page() {
    const sheet = useSheet('profile')
    return sheet.isOpen && <ProfileSheet onClose={sheet.close} />
  }
  const { address } = await renderScreen(<Page />, '/screen?sheet=profile')
  const person = user()
  await person.type(box(text.lastName), '高')
  await person.click(screen.getByRole('button', { name: text.notNow }))
  await person.click(await screen.findByRole('button', { name: '続ける' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(box(text.lastName).value).toBe('高')
  await person.click(screen.getByRole('button', { name: text.save }))
  await waitFor(() => expect(address()).toBe('/screen'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is being typed stays when what is kept is asked for again in vain', async () => {
  answerTo({ 'addresses.user': { address: null } })
  await renderScreen(<AddressTab />)
  await screen.findByRole('textbox', { name: new RegExp(`^${addressText.street}`) })
  await user().type(box(addressText.street), '1-2-3')
  answerTo({ 'addresses.user': new ApiError('NETWORK_OFFLINE', 0, '通信できませんでした。') })
  await act(() => queryClient.refetchQueries(answersOf('addresses.user')))
  await act(() => new Promise((done) => setTimeout(done, 0)))
  expect(queryClient.getQueryState(addressQuery().queryKey)?.status).toBe('error')
  expect(box(addressText.street).value).toBe('1-2-3')
})

test('an address that is begun is needed in whole, and one that is not may wait', async () => {
  await sheet()
  const person = user()
  await person.click(box(addressText.city))
  await person.tab()
  expect(screen.queryByText(addressText.required(addressText.city))).toBeNull()
  expect(box(addressText.street).getAttribute('aria-required')).toBeNull()
  await person.type(box(addressText.city), '金沢市')
  expect(box(addressText.street).getAttribute('aria-required')).toBe('true')
  expect(box(addressText.town).getAttribute('aria-required')).toBeNull()
})

test('after a postcode that was typed the reader goes on at what it does not know', async () => {
  answerTo({ 'addresses.search': { items: [town] } })
  await sheet()
  await user().type(box(addressText.postcode), '9200981')
  await waitFor(() => expect(document.activeElement).toBe(box(addressText.street)))
  expect(box(addressText.city).value).toBe('金沢市')
})

test('a postcode that the browser fills in moves nobody', async () => {
  answerTo({ 'addresses.search': { items: [town] } })
  await sheet()
  box(addressText.postcode).focus()
  fireEvent.change(box(addressText.postcode), { target: { value: '9200981' } })
  await waitFor(() => expect(box(addressText.city).value).toBe('金沢市'))
  expect(document.activeElement).toBe(box(addressText.postcode))
})

test('of towns that share a postcode one is chosen, and the reader goes on behind it', async () => {
  answerTo({ 'addresses.search': { items: [town, { ...town, town: '竪町' }] } })
  await sheet()
  await user().type(box(addressText.postcode), '9200981')
  await user().click(await screen.findByRole('button', { name: '石川県金沢市竪町' }))
  expect(document.activeElement).toBe(box(addressText.street))
  expect(box(addressText.town).value).toBe('竪町')
})

test('the word of the server on a field stands there until the field changes', async () => {
  const taken = 'このユーザー名はすでに使用されています。'
  answerTo({ 'users.profile': new ApiError('USERNAME_TAKEN', 409, taken) })
  await renderScreen(<ProfileTab />)
  const person = user()
  await person.clear(box(text.username))
  await person.type(box(text.username), 'hanako{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(summary()))
  expect(
    within(summary() as HTMLElement)
      .getByRole('link', { name: taken })
      .getAttribute('href'),
  ).toBe('#profile-username')
  await person.type(box(text.lastName), '高')
  expect(screen.queryAllByText(taken)).not.toEqual([])
  await person.type(box(text.username), '2')
  expect(screen.queryAllByText(taken)).toEqual([])
})
