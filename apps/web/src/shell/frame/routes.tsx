import type { ComponentType } from 'react'
import type { RoutePattern } from '../navigation/paths.ts'
import type { Guard } from './guards.ts'
import type { LazyScreens } from './lazy-screens.ts'
import { titles } from './route-text.ts'

export type Layout = 'main' | 'user' | 'auth' | 'bare'
export type ScreenModule = { default: ComponentType }

export type RouteRow = (
  | { path: RoutePattern; screen: () => Promise<ScreenModule> }
  /** Without a screen of its own: lazy-screens.ts names it. */
  | { path: keyof LazyScreens; screen?: undefined }
) & {
  layout: Layout
  /** The name of the screen, in the title of the page and in the bar of the user layout. */
  title: string
  guard: Guard
  /** Where the back button leads when there is no history. */
  parent?: string
  /** Parts of the screen that `?tab=` opens and that have a name of their own; back leads to the screen itself. */
  tabs?: Readonly<Record<string, string>>
}

/** What a route tells the shell around it. */
export type StaticData = {
  title: string
  parent?: string | undefined
  tabs?: RouteRow['tabs'] | undefined
}

const home = () => import('../../customer/home/HomeScreen.tsx')

/**
 * Every page for customers, and the screens of those that home, its bars and its rows lead to. The others' are looked up in a
 * list that comes after home. The staff's pages stand in staff/frame/routes.tsx, which no customer downloads.
 */
export const routes: readonly RouteRow[] = [
  { path: '/', layout: 'main', title: titles.home, guard: 'open', screen: home },
  { path: '/home', layout: 'main', title: titles.home, guard: 'open', screen: home },
  {
    path: '/qr',
    layout: 'main',
    title: titles.qr,
    guard: 'open',
    screen: () => import('../../customer/qr/QrScreen.tsx'),
  },
  {
    path: '/transactions',
    layout: 'main',
    title: titles.balance,
    guard: 'open',
    screen: () => import('../../customer/transactions/TransactionsScreen.tsx'),
  },
  {
    path: '/transaction/{id?}',
    layout: 'user',
    title: titles.transaction,
    guard: 'signed_in',
    parent: '/transactions',
    screen: () => import('../../customer/transactions/TransactionScreen.tsx'),
  },
  {
    path: '/user',
    layout: 'main',
    title: titles.user,
    guard: 'signed_in',
    screen: () => import('../../customer/user/UserScreen.tsx'),
  },
  {
    path: '/auth/login',
    layout: 'auth',
    title: titles.login,
    guard: 'guest',
    screen: () => import('../../customer/auth/LoginScreen.tsx'),
  },
  {
    path: '/auth/logout',
    layout: 'bare',
    title: titles.logout,
    guard: 'any',
  },

  {
    path: '/verify',
    layout: 'main',
    title: titles.verify,
    guard: 'any',
  },
  {
    path: '/auth/register',
    layout: 'auth',
    title: titles.register,
    guard: 'any',
  },
  {
    path: '/auth/forgot',
    layout: 'auth',
    title: titles.forgot,
    // A change of the mail address is also taken back by a person who is signed in; the screen sends them home
    // otherwise.
    guard: 'any',
  },
  {
    path: '/notification/{id?}',
    layout: 'user',
    title: titles.notifications,
    guard: 'signed_in',
  },
  {
    path: '/user/affiliator',
    layout: 'user',
    title: titles.affiliator,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/buy',
    layout: 'user',
    title: titles.buy,
    guard: 'signed_in',
    tabs: { convert: titles.convert },
  },
  {
    path: '/user/kyc',
    layout: 'user',
    title: titles.kyc,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/later',
    layout: 'user',
    title: titles.deferred,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/mail',
    layout: 'user',
    title: titles.mail,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/setting',
    layout: 'user',
    title: titles.setting,
    guard: 'signed_in',
    parent: '/user',
    tabs: {
      profile: titles.profile,
      password: titles.password,
      phone: titles.phone,
      address: titles.address,
      sessions: titles.sessions,
      passkeys: titles.passkeys,
      push: titles.push,
      data: titles.data,
      delete: titles.delete,
    },
  },
  {
    path: '/payment-method',
    layout: 'user',
    title: titles.paymentMethods,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/payment-method/new',
    layout: 'user',
    title: titles.newCard,
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payment-method/{id?}/edit',
    layout: 'user',
    title: titles.editCard,
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payment-method/{id?}/id',
    layout: 'user',
    title: titles.card,
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payout-method',
    layout: 'user',
    title: titles.accounts,
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/payout-method/new',
    layout: 'user',
    title: titles.newAccount,
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/payout-method/{id?}/edit',
    layout: 'user',
    title: titles.editAccount,
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/payout-method/{id?}/id',
    layout: 'user',
    title: titles.account,
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/about/contact',
    layout: 'user',
    title: titles.contact,
    guard: 'any',
  },
  {
    path: '/about/pp',
    layout: 'user',
    title: titles.legal,
    guard: 'any',
  },
]

/** Fetches the screen of a page. */
export function screenOf(row: RouteRow): () => Promise<ScreenModule> {
  if (row.screen !== undefined) return row.screen
  return async () => {
    const { lazyScreens } = await import('./lazy-screens.ts')
    return lazyScreens[row.path]()
  }
}

/**
 * The addresses of the staff's area. Only staff download the screens behind them; a customer finds the page for an
 * unknown address there.
 */
export const adminPatterns = [
  '/admin',
  '/admin/register',
  '/admin/close',
  '/admin/inventory',
  '/admin/inventory/{id}',
  '/admin/qr',
] as const satisfies readonly RoutePattern[]
export type AdminPattern = (typeof adminPatterns)[number]
