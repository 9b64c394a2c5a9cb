/** Every link of the app is built here, and every page that exists is listed below it. */
type Query = Readonly<Record<string, string | undefined>>

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

const segment = (id: string) => encodeURIComponent(id)
const optional = (id: string | undefined) => (id === undefined ? '' : `/${segment(id)}`)

export const paths = {
  home: () => '/',
  homeNamed: () => '/home',
  /** Home has two addresses, and a sheet opens over the one at which its reader is. */
  rank: (home = '/home') => withQuery(home, { sheet: 'rank' }),
  banner: (id: string, home = '/home') => withQuery(home, { sheet: 'banner', id }),
  qr: () => '/qr',
  qrView: (view: 'qr' | 'barcode') => withQuery('/qr', { view }),
  qrDone: (id: string) => withQuery('/qr', { view: 'done', id }),
  qrFailed: () => withQuery('/qr', { sheet: 'failed' }),
  transactions: (filter?: string, narrowing: Query = {}) =>
    withQuery('/transactions', { filter, ...narrowing }),
  transaction: (id?: string) => `/transaction${optional(id)}`,
  verify: () => '/verify',
  notification: (id?: string) => `/notification${optional(id)}`,

  login: (next?: string) => withQuery('/auth/login', { next }),
  logout: () => '/auth/logout',
  forgot: (step?: string) => withQuery('/auth/forgot', { step }),
  register: (step?: string) => withQuery('/auth/register', { step }),
  registeredProfile: () => withQuery('/auth/register', { step: '3', close_qr: '1', sheet: 'profile' }),
  registered: () => withQuery('/auth/register', { step: '3', close_qr: '1' }),

  user: () => '/user',
  affiliator: (query: Query = {}) => withQuery('/user/affiliator', query),
  buy: (tab?: 'convert') => withQuery('/user/buy', { tab }),
  buyStep: (step?: string, query: Query = {}) => withQuery('/user/buy', { step, ...query }),
  kyc: (step?: string) => withQuery('/user/kyc', { step }),
  deferred: () => '/user/later',
  mail: (step?: 'new' | 'code') => withQuery('/user/mail', { step }),
  setting: () => '/user/setting',
  settingTab: (tab: string) => withQuery('/user/setting', { tab }),

  paymentMethods: () => '/payment-method',
  paymentMethodNew: (back?: string) => withQuery('/payment-method/new', { return: back }),
  paymentMethodEdit: (id?: string) => `/payment-method${optional(id)}/edit`,
  paymentMethod: (id?: string) => `/payment-method${optional(id)}/id`,
  payoutMethods: () => '/payout-method',
  payoutMethodNew: (query: Query = {}) => withQuery('/payout-method/new', query),
  payoutMethodEdit: (id?: string, query: Query = {}) =>
    withQuery(`/payout-method${optional(id)}/edit`, query),
  payoutMethod: (id?: string) => `/payout-method${optional(id)}/id`,

  contact: (query: { transaction?: string; step?: string; number?: string } = {}) =>
    withQuery('/about/contact', query),
  privacy: () => '/about/pp',
  terms: () => '/about/pp?doc=tos',
  funds: () => '/about/pp?doc=funds',
  legal: (doc: string, version?: string) => withQuery('/about/pp', { doc, version }),

  admin: () => '/admin',
  adminTab: (tab: string, query: Query = {}) => withQuery('/admin', { tab, ...query }),
  adminRegister: (mode?: string, query: Query = {}) => withQuery('/admin/register', { mode, ...query }),
  adminClose: (query: Query = {}) => withQuery('/admin/close', query),
  adminInventory: (id?: string, query: Query = {}) => withQuery(`/admin/inventory${optional(id)}`, query),
  adminQr: () => '/admin/qr',
} as const

/** The pages of the product in the spelling of its specification: `{id?}` may be left out. */
export const routePatterns = [
  '/',
  '/home',
  '/qr',
  '/transactions',
  '/verify',
  '/transaction/{id?}',
  '/notification/{id?}',
  '/auth/login',
  '/auth/logout',
  '/auth/forgot',
  '/auth/register',
  '/user',
  '/user/affiliator',
  '/user/buy',
  '/user/kyc',
  '/user/later',
  '/user/mail',
  '/user/setting',
  '/payment-method',
  '/payment-method/new',
  '/payment-method/{id?}/edit',
  '/payment-method/{id?}/id',
  '/payout-method',
  '/payout-method/new',
  '/payout-method/{id?}/edit',
  '/payout-method/{id?}/id',
  '/about/contact',
  '/about/pp',
  '/admin',
  '/admin/register',
  '/admin/close',
  '/admin/inventory',
  '/admin/inventory/{id}',
  '/admin/qr',
] as const

export type RoutePattern = (typeof routePatterns)[number]

/** `?next=` may only name a page of this app: never another site, and never the pages that would loop. */
export function safeNext(next: string | undefined): string | null {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return null
  const url = new URL(next, 'https://app.invalid')
  if (url.origin !== 'https://app.invalid' || url.pathname.startsWith('/auth/')) return null
  return url.pathname + url.search
}
