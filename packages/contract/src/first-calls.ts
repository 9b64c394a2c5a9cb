/** What home, the session and the pay code ask, as in `customer-calls.ts`: the part that a phone fetches before home. */
export const firstCalls = {
  'auth.logout': 'PATCH /v1/auth/logout',
  'auth.refreshAccessToken': 'PATCH /v1/auth/refreshAccessToken',
  'auth.refreshToken': 'PATCH /v1/auth/refreshToken',
  'auth.handoff': 'POST /v1/auth/handoff',
  'auth.handoffOnlineStore': 'GET /v1/auth/handoff/online_store',
  'users.me': 'GET /v1/users/me',
  'users.wallet': 'GET /v1/users/wallet',
  'users.level': 'GET /v1/users/level',
  'users.token': 'POST /v1/users/token',
  'users.voidToken': 'DELETE /v1/users/token',
  'notifications.count': 'GET /v1/notifications/users/count',
  'transactions.list': 'GET /v1/transactions/list',
  'transactions.confirmation': 'GET /v1/transactions/confirmation',
  'transactions.details': 'GET /v1/transactions/{id}/details',
  'admin.setting': 'GET /v1/admin/site/default/setting/{key}',
  'admin.banners': 'GET /v1/admin/content/banners',
} as const
