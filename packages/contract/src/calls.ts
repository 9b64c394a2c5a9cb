/**
 * Every call by name: method and path, as data. The web app builds its client from this table alone, so that no schema
 * library is loaded before home; the schemas of each call stand under the same name in the file of its first segment.
 */
export const calls = {
  'auth.ticket': 'POST /v1/auth/ticket',
  'auth.register': 'POST /v1/auth/register',
  'auth.sendVerify': 'POST /v1/auth/send/verify',
  'auth.verifyUser': 'PATCH /v1/auth/verify/user',
  'auth.sendReset': 'PATCH /v1/auth/send/reset',
  'auth.checkReset': 'PATCH /v1/auth/reset/check',
  'auth.resetPassword': 'PATCH /v1/auth/reset/password',
  'auth.undoEmail': 'POST /v1/auth/email/undo',
  'auth.login': 'POST /v1/auth/login',
  'auth.loginSend': 'POST /v1/auth/login/send',
  'auth.loginCode': 'POST /v1/auth/login/code',
  'auth.logout': 'PATCH /v1/auth/logout',
  'auth.refreshAccessToken': 'PATCH /v1/auth/refreshAccessToken',
  'auth.refreshToken': 'PATCH /v1/auth/refreshToken',
  'auth.sessions': 'GET /v1/auth/sessions',
  'auth.endSession': 'DELETE /v1/auth/sessions/{sid}',
  'auth.revokeAll': 'POST /v1/auth/sessions/revoke_all',
  'auth.confirm': 'POST /v1/auth/confirm',
  'auth.stepUpMethods': 'GET /v1/auth/step_up',
  'auth.stepUpSend': 'POST /v1/auth/step_up/send',
  'auth.stepUp': 'POST /v1/auth/step_up',
  'auth.handoff': 'POST /v1/auth/handoff',
  'auth.handoffOnlineStore': 'GET /v1/auth/handoff/online_store',
  'auth.passkeys': 'GET /v1/auth/passkeys',
  'auth.passkeyOptions': 'POST /v1/auth/passkeys/options',
  'auth.addPasskey': 'POST /v1/auth/passkeys',
  'auth.removePasskey': 'DELETE /v1/auth/passkeys/{id}',
  'auth.passkeyChallenge': 'POST /v1/auth/passkeys/challenge',
  'auth.passkeyLogin': 'POST /v1/auth/passkeys/login',

  'users.me': 'GET /v1/users/me',
  'users.wallet': 'GET /v1/users/wallet',
  'users.level': 'GET /v1/users/level',
  'users.employeeDetails': 'GET /v1/users/employeeDetails',
  'users.token': 'POST /v1/users/token',
  'users.isUsernameAvailable': 'GET /v1/users/isUsernameAvailable',
  'users.isPhoneAvailable': 'GET /v1/users/isPhoneAvailable',
  'users.isEmailAvailable': 'GET /v1/users/isEmailAvailable',
  'users.password': 'PATCH /v1/users/password',
  'users.email': 'PATCH /v1/users/email',
  'users.sendEmailCode': 'POST /v1/users/email/verify',
  'users.verifyEmail': 'PATCH /v1/users/verify/email',
  'users.phone': 'PATCH /v1/users/phone',
  'users.verifyPhone': 'PATCH /v1/users/verify/phone',
  'users.export': 'GET /v1/users/me/export',
  'users.remove': 'DELETE /v1/users/me',
  'users.changePhone': 'PATCH /v1/users/{id}/phone/unverified',
  'users.kyc': 'GET /v1/users/kyc',
  'users.kycVisit': 'POST /v1/users/kyc_visit',
  'users.kycRequest': 'POST /v1/users/kyc_request',
  'users.admin': 'GET /v1/users/{id}/admin',
  'users.profile': 'PATCH /v1/users/profile',
  'users.agreeToTos': 'POST /v1/users/agree_to_tos',
  'users.avatar': 'PATCH /v1/users/{id}/avatar',
  'users.contactTransaction': 'POST /v1/users/contact/transaction',
  'users.levelHistory': 'GET /v1/users/level/history',
  'levels.list': 'GET /v1/levels',
  'levels.nextLevel': 'GET /v1/levels/{id}/next_level',

  'notifications.count': 'GET /v1/notifications/users/count',
  'notifications.list': 'GET /v1/notifications',
  'notifications.readAll': 'PATCH /v1/notifications/read',
  'notifications.settings': 'GET /v1/notifications/settings',
  'notifications.updateSettings': 'PATCH /v1/notifications/settings',
  'notifications.pushKey': 'GET /v1/notifications/push/key',
  'notifications.subscribe': 'POST /v1/notifications/push',
  'notifications.unsubscribe': 'DELETE /v1/notifications/push',
  'notifications.show': 'GET /v1/notifications/{id}',
  'notifications.read': 'PATCH /v1/notifications/{id}/read',

  'affiliates.card': 'GET /v1/affiliates/{username}',

  'transactions.list': 'GET /v1/transactions/list',
  'transactions.stores': 'GET /v1/transactions/stores',
  'transactions.details': 'GET /v1/transactions/{id}/details',
  'transactions.receipt': 'GET /v1/transactions/{id}/receipt',
  'transactions.receiptPdf': 'GET /v1/transactions/{id}/receipt/pdf',
  'transactions.formalReceipt': 'POST /v1/transactions/{id}/receipt/formal',
  'transactions.formalReceiptCopy': 'POST /v1/transactions/{id}/receipt/formal/copies',
  'transactions.formalReceiptPdf': 'GET /v1/transactions/{id}/receipt/formal/{copy}/pdf',
  'transactions.registerState': 'GET /v1/transactions/{id}/register/state',
  'transactions.pay': 'POST /v1/transactions/pay',
  'transactions.payUpdate': 'PATCH /v1/transactions/pay/update',
  'transactions.refund': 'POST /v1/transactions/refund',
  'transactions.refundPreview': 'POST /v1/transactions/refund/preview',
  'transactions.delete': 'POST /v1/transactions/{id}/delete',
  'transactions.convert': 'PATCH /v1/transactions/convert/amount',
  'transactions.charge': 'POST /v1/transactions/charge',
  'transactions.finishCharge': 'POST /v1/transactions/charge/{id}/finish',
  'gateway.webhook': 'POST /v1/gateway/webhook',

  'paymentMethods.saved': 'GET /v1/payment-methods/saved',
  'paymentMethods.setup': 'POST /v1/payment-methods/setup',
  'paymentMethods.create': 'POST /v1/payment-methods',
  'paymentMethods.update': 'PATCH /v1/payment-methods/{id}',
  'paymentMethods.remove': 'DELETE /v1/payment-methods/{id}',

  'campaigns.list': 'GET /v1/campaigns',
  'campaigns.enter': 'POST /v1/campaigns/{id}/entry',
  'skus.search': 'GET /v1/skus/search',
  'files.avatar': 'POST /v1/files/avatar',
  'files.private': 'POST /v1/files/private',
  'addresses.search': 'GET /v1/addresses/search/{postcode}',
  'addresses.user': 'GET /v1/addresses/user',
  'addresses.create': 'POST /v1/addresses',
  'contacts.create': 'POST /v1/contacts',
  'legal.list': 'GET /v1/legal',
  'legal.show': 'GET /v1/legal/{slug}',
  'admin.scanUnverified': 'POST /v1/admin/user/scan',
  'admin.verifyUser': 'PATCH /v1/admin/user/{id}/verify',
  'admin.contacts': 'GET /v1/admin/contacts',
  'admin.contact': 'GET /v1/admin/contacts/{id}',
  'admin.updateContact': 'PATCH /v1/admin/contacts/{id}',
  'admin.kycVisitScan': 'POST /v1/admin/kyc/visits/scan',
  'admin.kycVisitRecord': 'POST /v1/admin/kyc/visits/{id}',
  'admin.kycList': 'GET /v1/admin/kyc',
  'admin.kycShow': 'GET /v1/admin/kyc/{id}',
  'admin.kycImage': 'GET /v1/admin/kyc/{id}/images/{side}',
  'admin.kycRedact': 'PATCH /v1/admin/kyc/{id}/images/{side}',
  'admin.kycDecide': 'PATCH /v1/admin/kyc/{id}',
  'admin.prepaid': 'GET /v1/admin/prepaid',
  'admin.prepaidCsv': 'GET /v1/admin/prepaid/csv',
  'admin.campaigns': 'GET /v1/admin/campaigns',
  'admin.campaign': 'GET /v1/admin/campaigns/{id}',
  'admin.createCampaign': 'POST /v1/admin/campaigns',
  'admin.updateCampaign': 'PATCH /v1/admin/campaigns/{id}',
  'admin.levels': 'GET /v1/admin/levels',
  'admin.updateLevel': 'PATCH /v1/admin/levels/{id}',
  'admin.setting': 'GET /v1/admin/site/default/setting/{key}',
  'admin.banners': 'GET /v1/admin/content/banners',
} as const

export type CallName = keyof typeof calls
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The method and path of a call; path parameters stand in braces. */
export function callOf(name: CallName): { method: Method; path: string } {
  const [method, path] = calls[name].split(' ') as [Method, string]
  return { method, path }
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: CallName, params: Readonly<Record<string, string>> = {}): string {
  return callOf(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${name} needs the path parameter ${key}`)
    return encodeURIComponent(value)
  })
}
