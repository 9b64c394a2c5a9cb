import type { User } from '@shirogane/contract/resources/shapes'
import { clearCookie, isReferenceCode, readCookie, writeCookie } from '../session/cookies.ts'
import { limits } from '@shirogane/contract/rules/limits'
import { paths } from '../navigation/paths.ts'
import { bannersQuery, levelQuery, meQuery, settingQuery, walletQuery } from '../queries/queries.ts'
import { keepAnswers, queryClient } from '../queries/query-client.ts'
import { forgetSaved, keptEntries } from '../session/saved.ts'
import { onSession, sessionState, startSession, whoIs } from '../session/session.ts'
import type { EndReason } from '../session/session.ts'

export type Arrival = { go: string | null }

/** Home waits this long for its banners, within the second that the splash may take. */
const bannersWaitMs = 600

/** Finds out who is here and where they should be, before the first screen is drawn. */
export async function startApp(onEnd: (reason: EndReason) => void): Promise<Arrival> {
  // Asked once and early; without an answer the screens leave these things out.
  const banners = queryClient.prefetchQuery(bannersQuery())
  void queryClient.prefetchQuery(settingQuery('store_url'))
  void queryClient.prefetchQuery(settingQuery('social_links'))
  restore()
  keepAnswers()
  await startSession({ onUser: seed, onEnd: (reason) => (clearPrivate(), onEnd(reason)), savedUser })
  // What stands above everything else on home should be there when it is drawn, and not push it down afterwards.
  const isHome = location.pathname === paths.home() || location.pathname === paths.homeNamed()
  if (isHome) await Promise.race([banners, new Promise((resolve) => setTimeout(resolve, bannersWaitMs))])
  if (location.pathname === paths.qr() && whoIs(sessionState()) === 'member') fetchCodeEarly()
  followSession()
  return { go: arrivalOf(new URL(location.href)) }
}

/** A reader who opens the pay screen itself wants the code: it is asked for before anything is drawn. */
function fetchCodeEarly(): void {
  void import('../../customer/qr/code/pay-code.ts')
    .then(({ payCode }) => payCode.fetchAhead(false))
    .catch(() => {})
}

/** The parts of a login that are the server's state go where all server state is. */
function seed(user: User): void {
  queryClient.setQueryData(meQuery().queryKey, user)
  if (user.wallet !== null) queryClient.setQueryData(walletQuery().queryKey, user.wallet)
  if (user.level !== null) queryClient.setQueryData(levelQuery().queryKey, user.level)
}

function savedUser(): User | null {
  return (keptEntries()[JSON.stringify(meQuery().queryKey)]?.data as User | undefined) ?? null
}

/**
 * Puts the device's copies into the cache with their own time, so that every screen knows how old they are. However
 * young, a copy is out of date: a payment may have happened between the two pages.
 */
function restore(): void {
  for (const [key, { data, at }] of Object.entries(keptEntries()))
    queryClient.setQueryData(JSON.parse(key) as unknown[], data, { updatedAt: at })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

function clearPrivate(): void {
  forgetSaved()
  for (const name of ['later', 'birth_no', 'store_ref', 'invite_code'] as const) clearCookie(name)
  const publicCalls = new Set<unknown>(['admin.banners', 'admin.setting'])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !publicCalls.has(queryKey[0]) })
}

/** A clerk belongs at the register. A guest who came by a link takes its code along. */
function arrivalOf(url: URL): string | null {
  const session = sessionState()
  if (session.auth?.employee?.type === 'register')
    return /^\/(admin|user\/setting)(\/|$)/.test(url.pathname) ? null : paths.adminRegister()
  if (whoIs(session) !== 'guest') return null
  const storeRef = url.searchParams.get('store_ref')
  // The first link that brought this visitor here keeps its merit.
  if (isReferenceCode(storeRef) && readCookie('store_ref') === null)
    writeCookie('store_ref', storeRef, limits.storeRefCookieDays)
  const invite = url.searchParams.get('invite')
  if (!isReferenceCode(invite)) return null
  if (readCookie('invite_code') === null) writeCookie('invite_code', invite, limits.inviteCodeCookieDays)
  return paths.qr()
}

/** After the line has been away, everything on screen is asked for again. */
function followSession(): void {
  let wasReconnecting = sessionState().reconnecting
  onSession(() => {
    const { reconnecting, status } = sessionState()
    if (wasReconnecting && !reconnecting && status === 'signed_in') void queryClient.invalidateQueries()
    wasReconnecting = reconnecting
  })
}
