// Written by `npm run gen` from the endpoints under packages/contract/src.
/** What home, the session and the pay code ask: the part that a phone fetches before home. */
export const firstCalls = {
  'admin.banners': 'GET /v1/admin/content/banners',
  'admin.setting': 'GET /v1/admin/site/default/setting/{key}',
  'auth.handoff': 'POST /v1/auth/handoff',
  'auth.handoffOnlineStore': 'GET /v1/auth/handoff/online_store',
  'auth.logout': 'PATCH /v1/auth/logout',
  'auth.refreshAccessToken': 'PATCH /v1/auth/refreshAccessToken',
  'auth.refreshToken': 'PATCH /v1/auth/refreshToken',
  'notifications.count': 'GET /v1/notifications/users/count',
  'transactions.confirmation': 'GET /v1/transactions/confirmation',
  'transactions.details': 'GET /v1/transactions/{id}/details',
  'transactions.list': 'GET /v1/transactions/list',
  'users.level': 'GET /v1/users/level',
  'users.me': 'GET /v1/users/me',
  'users.holdOutToken': 'PATCH /v1/users/token',
  'users.token': 'POST /v1/users/token',
  'users.voidToken': 'DELETE /v1/users/token',
  'users.wallet': 'GET /v1/users/wallet',
} as const
