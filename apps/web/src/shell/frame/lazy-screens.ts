import type { ComponentType } from 'react'

/**
 * The pages for customers that are reached only by a link on another page, by their addresses. Each line names many
 * files of the built app, and a phone that waits for home should not have to fetch their names before.
 */
export const lazyScreens = {
  '/auth/logout': () => import('../../customer/auth/LogoutScreen.tsx'),
  '/verify': () => import('../../customer/auth/VerifyScreen.tsx'),
  '/auth/register': () => import('../../customer/auth/register/RegisterScreen.tsx'),
  '/auth/forgot': () => import('../../customer/auth/forgot/ForgotScreen.tsx'),
  '/notification/{id?}': () => import('../../customer/notifications/NotificationScreen.tsx'),
  '/user/affiliator': () => import('../../customer/user/affiliator/AffiliatorScreen.tsx'),
  '/user/buy': () => import('../../customer/buy/BuyScreen.tsx'),
  '/user/kyc': () => import('../../customer/kyc/KycScreen.tsx'),
  '/user/later': () => import('../../customer/deferred/DeferredScreen.tsx'),
  '/user/mail': () => import('../../customer/user/mail/MailScreen.tsx'),
  '/user/setting': () => import('../../customer/user/setting/SettingScreen.tsx'),
  '/payment-method': () => import('../../customer/payment-methods/MethodsScreen.tsx'),
  '/payment-method/new': () => import('../../customer/payment-methods/NewCardScreen.tsx'),
  '/payment-method/{id?}/edit': () => import('../../customer/payment-methods/EditCardScreen.tsx'),
  '/payment-method/{id?}/id': () => import('../../customer/payment-methods/CardScreen.tsx'),
  '/payout-method': () => import('../../customer/payout-methods/AccountsScreen.tsx'),
  '/payout-method/new': () => import('../../customer/payout-methods/NewAccountScreen.tsx'),
  '/payout-method/{id?}/edit': () => import('../../customer/payout-methods/EditAccountScreen.tsx'),
  '/payout-method/{id?}/id': () => import('../../customer/payout-methods/AccountScreen.tsx'),
  '/about/contact': () => import('../../customer/contact/ContactScreen.tsx'),
  '/about/pp': () => import('../../customer/legal/LegalScreen.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>

export type LazyScreens = typeof lazyScreens
