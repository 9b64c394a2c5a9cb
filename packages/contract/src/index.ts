import { addresses } from './addresses.ts'
import { authSecurity, userSecurity } from './account-security.ts'
import { admin } from './admin.ts'
import { affiliates } from './affiliates.ts'
import { auth } from './auth.ts'
import type { CallName } from './calls.ts'
import { charges } from './charges.ts'
import { contactInbox, contacts } from './contacts.ts'
import type { Endpoint } from './endpoint.ts'
import { files } from './files.ts'
import { gateway } from './gateway.ts'
import { adminKyc, kycVisits, privateFile, usersKyc } from './kyc.ts'
import { legal } from './legal.ts'
import { levels } from './levels.ts'
import { notifications } from './notifications.ts'
import { receipts } from './receipts.ts'
import { refunds } from './refunds.ts'
import { paymentMethods } from './payment-methods.ts'
import { prepaid } from './prepaid.ts'
import { skus } from './skus.ts'
import { transactions } from './transactions.ts'
import { users } from './users.ts'

/** The whole contract: read by the routes, the API page, the generated tests and, as types, by the web client. */
export const endpoints = {
  'auth.ticket': auth.ticket,
  'auth.register': auth.register,
  'auth.sendVerify': auth.sendVerify,
  'auth.verifyUser': auth.verifyUser,
  'auth.sendReset': auth.sendReset,
  'auth.checkReset': auth.checkReset,
  'auth.resetPassword': auth.resetPassword,
  'auth.undoEmail': auth.undoEmail,
  'auth.login': auth.login,
  'auth.loginSend': auth.loginSend,
  'auth.loginCode': auth.loginCode,
  'auth.logout': auth.logout,
  'auth.refreshAccessToken': auth.refreshAccessToken,
  'auth.refreshToken': auth.refreshToken,
  'auth.sessions': authSecurity.sessions,
  'auth.endSession': authSecurity.endSession,
  'auth.revokeAll': authSecurity.revokeAll,
  'auth.confirm': authSecurity.confirm,
  'auth.stepUpMethods': authSecurity.stepUpMethods,
  'auth.stepUpSend': authSecurity.stepUpSend,
  'auth.stepUp': authSecurity.stepUp,
  'auth.handoff': authSecurity.handoff,
  'auth.handoffOnlineStore': authSecurity.handoffOnlineStore,
  'auth.passkeys': authSecurity.passkeys,
  'auth.passkeyOptions': authSecurity.passkeyOptions,
  'auth.addPasskey': authSecurity.addPasskey,
  'auth.removePasskey': authSecurity.removePasskey,
  'auth.passkeyChallenge': authSecurity.passkeyChallenge,
  'auth.passkeyLogin': authSecurity.passkeyLogin,
  'users.me': users.me,
  'users.wallet': users.wallet,
  'users.level': users.level,
  'users.employeeDetails': users.employeeDetails,
  'users.token': users.token,
  'users.isUsernameAvailable': users.isUsernameAvailable,
  'users.isPhoneAvailable': users.isPhoneAvailable,
  'users.isEmailAvailable': users.isEmailAvailable,
  'users.password': userSecurity.password,
  'users.email': userSecurity.email,
  'users.sendEmailCode': userSecurity.sendEmailCode,
  'users.verifyEmail': userSecurity.verifyEmail,
  'users.phone': userSecurity.phone,
  'users.verifyPhone': userSecurity.verifyPhone,
  'users.export': userSecurity.export,
  'users.remove': userSecurity.remove,
  'users.changePhone': users.changePhone,
  'users.kyc': usersKyc.state,
  'users.kycVisit': kycVisits.visit,
  'users.kycRequest': usersKyc.request,
  'users.admin': users.admin,
  'users.profile': users.profile,
  'users.agreeToTos': users.agreeToTos,
  'users.avatar': users.avatar,
  'users.contactTransaction': users.contactTransaction,
  'levels.nextLevel': levels.nextLevel,
  'notifications.count': notifications.count,
  'notifications.list': notifications.list,
  'notifications.settings': notifications.settings,
  'notifications.updateSettings': notifications.updateSettings,
  'notifications.pushKey': notifications.pushKey,
  'notifications.subscribe': notifications.subscribe,
  'notifications.unsubscribe': notifications.unsubscribe,
  'notifications.show': notifications.show,
  'notifications.read': notifications.read,
  'notifications.readAll': notifications.readAll,
  'affiliates.card': affiliates.card,
  'transactions.list': transactions.list,
  'transactions.stores': transactions.stores,
  'transactions.details': transactions.details,
  'transactions.receipt': receipts.show,
  'transactions.receiptPdf': receipts.pdf,
  'transactions.formalReceipt': receipts.formal,
  'transactions.formalReceiptCopy': receipts.copy,
  'transactions.formalReceiptPdf': receipts.formalPdf,
  'transactions.registerState': transactions.registerState,
  'transactions.pay': transactions.pay,
  'transactions.payUpdate': transactions.payUpdate,
  'transactions.refund': refunds.refund,
  'transactions.refundPreview': refunds.refundPreview,
  'transactions.delete': refunds.delete,
  'transactions.charge': charges.charge,
  'transactions.finishCharge': charges.finishCharge,
  'gateway.webhook': gateway.webhook,
  'paymentMethods.saved': paymentMethods.saved,
  'paymentMethods.setup': paymentMethods.setup,
  'paymentMethods.create': paymentMethods.create,
  'paymentMethods.update': paymentMethods.update,
  'paymentMethods.remove': paymentMethods.remove,
  'transactions.convert': transactions.convert,
  'skus.search': skus.search,
  'files.avatar': files.avatar,
  'files.private': privateFile,
  'addresses.search': addresses.search,
  'addresses.user': addresses.user,
  'addresses.create': addresses.create,
  'contacts.create': contacts.create,
  'legal.list': legal.list,
  'legal.show': legal.show,
  'admin.scanUnverified': admin.scanUnverified,
  'admin.verifyUser': admin.verifyUser,
  'admin.contacts': contactInbox.contacts,
  'admin.contact': contactInbox.contact,
  'admin.updateContact': contactInbox.updateContact,
  'admin.kycVisitScan': kycVisits.scan,
  'admin.kycVisitRecord': kycVisits.record,
  'admin.kycList': adminKyc.list,
  'admin.kycShow': adminKyc.show,
  'admin.kycImage': adminKyc.image,
  'admin.kycRedact': adminKyc.redact,
  'admin.kycDecide': adminKyc.decide,
  'admin.prepaid': prepaid.book,
  'admin.prepaidCsv': prepaid.csv,
  'admin.setting': admin.setting,
  'admin.banners': admin.banners,
} satisfies { [Name in CallName]: Endpoint & { name: Name } }

export type Endpoints = typeof endpoints
