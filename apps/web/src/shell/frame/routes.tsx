import type { ComponentType } from 'react'
import type { RoutePattern } from '../navigation/paths.ts'
import type { Guard } from './guards.ts'
import type { LazyScreens } from './lazy-screens.ts'

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
  { path: '/', layout: 'main', title: 'ホーム', guard: 'open', screen: home },
  { path: '/home', layout: 'main', title: 'ホーム', guard: 'open', screen: home },
  {
    path: '/qr',
    layout: 'main',
    title: 'QR支払い',
    guard: 'open',
    screen: () => import('../../customer/qr/QrScreen.tsx'),
  },
  {
    path: '/transactions',
    layout: 'main',
    title: '残高',
    guard: 'open',
    screen: () => import('../../customer/transactions/TransactionsScreen.tsx'),
  },
  {
    path: '/transaction/{id?}',
    layout: 'user',
    title: '取引の詳細',
    guard: 'signed_in',
    parent: '/transactions',
    screen: () => import('../../customer/transactions/TransactionScreen.tsx'),
  },
  {
    path: '/user',
    layout: 'main',
    title: 'マイページ',
    guard: 'signed_in',
    screen: () => import('../../customer/user/UserScreen.tsx'),
  },
  {
    path: '/auth/login',
    layout: 'auth',
    title: 'ログイン',
    guard: 'guest',
    screen: () => import('../../customer/auth/LoginScreen.tsx'),
  },
  {
    path: '/auth/logout',
    layout: 'bare',
    title: 'ログアウト',
    guard: 'any',
  },

  {
    path: '/verify',
    layout: 'main',
    title: '会員確認',
    guard: 'any',
  },
  {
    path: '/auth/register',
    layout: 'auth',
    title: '新規会員登録',
    guard: 'any',
  },
  {
    path: '/auth/forgot',
    layout: 'auth',
    title: 'パスワードの再設定',
    // A change of the mail address is also taken back by a person who is signed in; the screen sends them home
    // otherwise.
    guard: 'any',
  },
  {
    path: '/notification/{id?}',
    layout: 'user',
    title: 'お知らせ',
    guard: 'signed_in',
  },
  {
    path: '/user/affiliator',
    layout: 'user',
    title: 'アフィリエイト',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/buy',
    layout: 'user',
    title: 'チャージ',
    guard: 'signed_in',
    tabs: { convert: 'ポイント交換' },
  },
  {
    path: '/user/kyc',
    layout: 'user',
    title: '本人確認',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/later',
    layout: 'user',
    title: '後払い',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/mail',
    layout: 'user',
    title: 'メールアドレス',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/user/setting',
    layout: 'user',
    title: '設定',
    guard: 'signed_in',
    parent: '/user',
    tabs: {
      profile: 'プロフィール',
      password: 'パスワード',
      phone: '電話番号',
      address: '住所',
      sessions: 'ログイン中の端末',
      passkeys: 'パスキー',
      push: '通知',
      data: '登録情報のダウンロード',
      delete: '退会',
    },
  },
  {
    path: '/payment-method',
    layout: 'user',
    title: 'お支払い方法',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/payment-method/new',
    layout: 'user',
    title: 'カードを追加',
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payment-method/{id?}/edit',
    layout: 'user',
    title: 'カードを編集',
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payment-method/{id?}/id',
    layout: 'user',
    title: 'カードの詳細',
    guard: 'signed_in',
    parent: '/payment-method',
  },
  {
    path: '/payout-method',
    layout: 'user',
    title: '受取口座',
    guard: 'signed_in',
    parent: '/user',
  },
  {
    path: '/payout-method/new',
    layout: 'user',
    title: '口座を追加',
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/payout-method/{id?}/edit',
    layout: 'user',
    title: '口座を編集',
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/payout-method/{id?}/id',
    layout: 'user',
    title: '口座の詳細',
    guard: 'signed_in',
    parent: '/payout-method',
  },
  {
    path: '/about/contact',
    layout: 'user',
    title: 'お問い合わせ',
    guard: 'any',
  },
  {
    path: '/about/pp',
    layout: 'user',
    title: '規約・法定表示',
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
 * The addresses of the staff's area. For all other readers they are as unknown as any other; only staff download what
 * stands there.
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
