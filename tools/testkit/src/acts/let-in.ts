import { caller, type Caller, type Output } from '../calls/caller.ts'
import { castPassword } from '../database.ts'
import type { TestApi } from '../start-api.ts'

const password = 'hikaru-gin-no-suzu-925'
export const staffPin = '493817'

/** A person who came in by an invitation, with the password of all of them here. */
export type LetIn = Caller & { number: string }

export const proveStaff = (by: Caller | LetIn, purpose = 'staff') =>
  by.get('auth.stepUp', {
    body: { method: 'password', purpose, password: 'number' in by ? password : castPassword },
  })

/** Comes in by an invitation, and signs in. */
export async function comeIn(api: TestApi, number: string, code: string): Promise<LetIn> {
  await api.nobody.get('auth.staffWelcome', { body: { code, password, pin: staffPin } })
  const { user, token } = (await api.nobody.get('auth.login', {
    body: { credential: number, password },
    headers: { 'X-Client-Type': 'api' },
  })) as Output<'auth.loginCode'>
  return { ...caller({ url: api.url, user_id: user.id, ...token }), number }
}

/** Takes on an employee and comes in as them, as a person who keeps the invitation's code for themself would. */
export async function takeOn(
  api: TestApi,
  by: Caller,
  type = 'owner',
  store_id: string | null = null,
): Promise<LetIn> {
  await proveStaff(by)
  const body = { name: '新人 一子', type, store_id }
  const { staff, invitation } = await by.get('admin.createStaff', { body })
  return comeIn(api, staff.number, invitation.code)
}

export async function inviteAgain(api: TestApi, by: Caller, person: LetIn): Promise<LetIn> {
  await proveStaff(by)
  const { invitation } = await by.get('admin.inviteStaff', { params: { id: person.user_id } })
  return comeIn(api, person.number, invitation.code)
}

export async function letInOf(person: Caller, reader: Caller) {
  const { items } = await reader.get('admin.staffList', { query: { state: 'all' } })
  return items.find(({ id }) => id === person.user_id)?.details?.let_in ?? null
}

export async function vouch(by: Caller, person: Caller) {
  const shown = await letInOf(person, by)
  await proveStaff(by)
  return by.call('admin.vouchForStaff', {
    params: { id: person.user_id },
    body: { let_in_at: shown?.at ?? '2026-11-01T00:00:00.000Z' },
  })
}

/** As the operator of the server vouches. */
export async function vouchManually(api: TestApi, { user_id }: Caller): Promise<void> {
  await api.db.query(
    'update employees set way_in_by = null, role_by = null, let_in_at = null where user_id = $1',
    [user_id],
  )
}
