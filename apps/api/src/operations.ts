import * as addresses from './features/addresses/index.ts'
import * as admin from './features/admin/index.ts'
import * as affiliates from './features/affiliates/index.ts'
import * as auth from './features/auth/index.ts'
import * as contacts from './features/contacts/index.ts'
import * as files from './features/files/index.ts'
import * as legal from './features/legal/index.ts'
import * as levels from './features/levels/index.ts'
import * as notifications from './features/notifications/index.ts'
import * as skus from './features/skus/index.ts'
import * as transactions from './features/transactions/index.ts'
import * as users from './features/users/index.ts'
import type { Operations } from './http/operation.ts'

/** Every call of the contract and the function that answers it. */
export const operations: Operations = {
  'auth.ticket': auth.ticket,
  'auth.register': auth.register,
  'auth.sendVerify': auth.sendVerify,
  'auth.verifyUser': auth.verifyUser,
  'auth.sendReset': auth.sendReset,
  'auth.checkReset': auth.checkReset,
  'auth.resetPassword': auth.resetPassword,
  'auth.login': auth.login,
  'auth.logout': auth.logout,
  'auth.refreshAccessToken': auth.refreshAccessToken,
  'auth.refreshToken': auth.refreshToken,
  'users.me': users.me,
  'users.wallet': users.wallet,
  'users.level': users.level,
  'users.employeeDetails': users.employeeDetails,
  'users.token': users.token,
  'users.isUsernameAvailable': auth.isUsernameAvailable,
  'users.isPhoneAvailable': auth.isPhoneAvailable,
  'users.isEmailAvailable': auth.isEmailAvailable,
  'users.changePhone': auth.changePhone,
  'users.admin': users.admin,
  'users.profile': users.profile,
  'users.agreeToTos': users.agreeToTos,
  'users.avatar': users.avatar,
  'users.contactTransaction': users.contactTransaction,
  'levels.nextLevel': levels.nextLevel,
  'notifications.count': notifications.count,
  'notifications.list': notifications.list,
  'notifications.readAll': notifications.readAll,
  'notifications.read': notifications.read,
  'affiliates.card': affiliates.card,
  'transactions.list': transactions.list,
  'transactions.details': transactions.details,
  'transactions.registerState': transactions.registerState,
  'transactions.pay': transactions.pay,
  'transactions.payUpdate': transactions.payUpdate,
  'skus.search': skus.search,
  'files.avatar': files.avatar,
  'addresses.search': addresses.search,
  'addresses.user': addresses.user,
  'addresses.create': addresses.create,
  'contacts.create': contacts.create,
  'legal.list': legal.list,
  'legal.show': legal.show,
  'admin.scanUnverified': admin.scanUnverified,
  'admin.verifyUser': admin.verifyUser,
  'admin.contacts': admin.contacts,
  'admin.contact': admin.contact,
  'admin.updateContact': admin.updateContact,
  'admin.setting': admin.setting,
  'admin.banners': admin.banners,
}
