import type { ComponentType } from 'react'

/**
 * The pages for customers that nobody comes to but by a link on another page, by their addresses. Each line names many files
 * of the built app, and a phone that waits for home should not have to fetch their names before.
 */
export const laterScreens = {
  '/auth/logout': () => import('../features/auth/LogoutScreen.tsx'),
  '/verify': () => import('../features/auth/VerifyScreen.tsx'),
  '/auth/register': () => import('../features/auth/register/RegisterScreen.tsx'),
  '/auth/forgot': () => import('../features/auth/forgot/ForgotScreen.tsx'),
  '/notification/{id?}': () => import('../features/notifications/NotificationScreen.tsx'),
  '/user/affiliator': () => import('../features/user/affiliator/AffiliatorScreen.tsx'),
  '/user/buy': () => import('../features/buy/BuyScreen.tsx'),
  '/user/kyc': () => import('../features/kyc/KycScreen.tsx'),
  '/user/later': () => import('../features/later/LaterScreen.tsx'),
  '/user/mail': () => import('../features/user/mail/MailScreen.tsx'),
  '/user/setting': () => import('../features/user/setting/SettingScreen.tsx'),
  '/payment-method': () => import('../features/payment-methods/MethodsScreen.tsx'),
  '/payment-method/new': () => import('../features/payment-methods/NewCardScreen.tsx'),
  '/payment-method/{id?}/edit': () => import('../features/payment-methods/EditCardScreen.tsx'),
  '/payment-method/{id?}/id': () => import('../features/payment-methods/CardScreen.tsx'),
  '/payout-method': () => import('../features/payout-methods/AccountsScreen.tsx'),
  '/payout-method/new': () => import('../features/payout-methods/NewAccountScreen.tsx'),
  '/payout-method/{id?}/edit': () => import('../features/payout-methods/EditAccountScreen.tsx'),
  '/payout-method/{id?}/id': () => import('../features/payout-methods/AccountScreen.tsx'),
  '/about/contact': () => import('../features/contact/ContactScreen.tsx'),
  '/about/pp': () => import('../features/legal/LegalScreen.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>

export type LaterScreens = typeof laterScreens
