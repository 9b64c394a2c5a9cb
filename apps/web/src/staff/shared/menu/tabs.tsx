import type { Right } from '@shirogane/contract/wire/rights'
import type { IconShape } from '@shirogane/ui/icons/Icon'
import {
  iconBank,
  iconCheck,
  iconGift,
  iconHistory,
  iconInvite,
  iconDeferred,
  iconPoint,
  iconRefresh,
  iconShield,
  iconStore,
  iconUser,
  iconWallet,
} from '@shirogane/ui/icons/icons'
import { iconDoc, iconFilter, iconGear, iconMail } from '@shirogane/ui/icons/icons-lazy'
import { iconTag } from '@shirogane/ui/icons/icons-staff'
import type { ComponentType } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { text } from '../text.ts'

export type AdminTab = {
  /** What stands in the address: `/admin?tab=contacts`. */
  key: string
  label: string
  /** Under which heading of the menu it stands. */
  group: 'sales' | 'people' | 'accounts' | 'brand'
  /** Stands in the menu, and on the tile of staff who have no other way in. */
  icon: IconShape
  /** Who holds it, has the tab; for all other staff it is absent, not disabled. */
  right: Right
  Screen: ComponentType
}

/** The parts of the home of managers and head office: first what every brand has, then the rest by what it is about. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'transactions',
    group: 'sales',
    label: text.transactions,
    icon: iconHistory,
    right: 'sales.read',
    Screen: lazyPart(() => import('../../sales/SalesTab.tsx'), 'SalesTab'),
  },
  {
    key: 'saved',
    group: 'sales',
    label: text.savedSearches,
    icon: iconFilter,
    right: 'sales.read',
    Screen: lazyPart(() => import('../../sales/SavedTab.tsx'), 'SavedTab'),
  },
  {
    key: 'members',
    group: 'people',
    label: text.members,
    icon: iconUser,
    right: 'customer.read',
    Screen: lazyPart(() => import('../../office/MembersTab.tsx'), 'MembersTab'),
  },
  {
    key: 'kyc',
    group: 'people',
    label: text.kyc,
    icon: iconShield,
    right: 'kyc.review',
    Screen: lazyPart(() => import('../../kyc/KycTab.tsx'), 'KycTab'),
  },
  {
    key: 'staff',
    group: 'brand',
    label: text.staff,
    icon: iconUser,
    right: 'staff',
    Screen: lazyPart(() => import('../../employees/StaffTab.tsx'), 'StaffTab'),
  },
  {
    key: 'banners',
    group: 'brand',
    label: text.banners,
    icon: iconGift,
    right: 'campaigns.read',
    Screen: lazyPart(() => import('../../office/BannersTab.tsx'), 'BannersTab'),
  },
  {
    key: 'settings',
    group: 'brand',
    label: text.settings,
    icon: iconGear,
    right: 'settings.read',
    Screen: lazyPart(() => import('../../office/SettingsTab.tsx'), 'SettingsTab'),
  },
  {
    key: 'payouts',
    group: 'accounts',
    label: text.payouts,
    icon: iconBank,
    right: 'payout',
    Screen: lazyPart(() => import('../../payouts/PayoutsTab.tsx'), 'PayoutsTab'),
  },
  {
    key: 'log',
    group: 'brand',
    label: text.log,
    icon: iconHistory,
    right: 'log.read',
    Screen: lazyPart(() => import('../../log/LogTab.tsx'), 'LogTab'),
  },
  {
    key: 'approvals',
    group: 'sales',
    label: text.approvals,
    icon: iconCheck,
    right: 'approve',
    Screen: lazyPart(() => import('../../approvals/ApprovalsTab.tsx'), 'ApprovalsTab'),
  },
  {
    key: 'later',
    group: 'sales',
    label: text.deferred,
    icon: iconDeferred,
    right: 'shops.read',
    Screen: lazyPart(() => import('../../register/deferred/DeferredTab.tsx'), 'DeferredTab'),
  },
  {
    key: 'buyback',
    group: 'sales',
    label: text.buyback,
    icon: iconTag,
    right: 'buyback.read',
    Screen: lazyPart(() => import('../../buyback/BuybackTab.tsx'), 'BuybackTab'),
  },
  {
    key: 'catalogue',
    group: 'sales',
    label: text.catalogue,
    icon: iconStore,
    right: 'catalogue.photo',
    Screen: lazyPart(() => import('../../catalogue/CatalogueTab.tsx'), 'CatalogueTab'),
  },
  {
    key: 'silver',
    group: 'sales',
    label: text.silver,
    icon: iconRefresh,
    right: 'silver.set',
    Screen: lazyPart(() => import('../../catalogue/SilverTab.tsx'), 'SilverTab'),
  },
  {
    key: 'campaigns',
    group: 'people',
    label: text.campaigns,
    icon: iconGift,
    right: 'campaigns.read',
    Screen: lazyPart(() => import('../../points/CampaignsTab.tsx'), 'CampaignsTab'),
  },
  {
    key: 'levels',
    group: 'people',
    label: text.levels,
    icon: iconPoint,
    right: 'campaigns.read',
    Screen: lazyPart(() => import('../../points/LevelsTab.tsx'), 'LevelsTab'),
  },
  {
    key: 'contacts',
    group: 'people',
    label: text.contacts,
    icon: iconMail,
    right: 'contacts',
    Screen: lazyPart(() => import('../../contacts/ContactsTab.tsx'), 'ContactsTab'),
  },
  {
    key: 'affiliates',
    group: 'people',
    label: text.affiliates,
    icon: iconInvite,
    right: 'affiliates.read',
    Screen: lazyPart(() => import('../../affiliates/AffiliatesTab.tsx'), 'AffiliatesTab'),
  },
  {
    key: 'cashouts',
    group: 'accounts',
    label: text.cashouts,
    icon: iconWallet,
    right: 'cashout',
    Screen: lazyPart(() => import('../../cashouts/CashoutsTab.tsx'), 'CashoutsTab'),
  },
  {
    key: 'prepaid',
    group: 'accounts',
    label: text.prepaid,
    icon: iconWallet,
    right: 'prepaid',
    Screen: lazyPart(() => import('../../prepaid/PrepaidTab.tsx'), 'PrepaidTab'),
  },
  {
    key: 'books',
    group: 'accounts',
    label: text.books,
    icon: iconShield,
    right: 'books.read',
    Screen: lazyPart(() => import('../../books/BooksTab.tsx'), 'BooksTab'),
  },
  {
    key: 'cash',
    group: 'accounts',
    label: text.cash,
    icon: iconShield,
    right: 'reports.read',
    Screen: lazyPart(() => import('../../office/CashTab.tsx'), 'CashTab'),
  },
  {
    key: 'legal',
    group: 'brand',
    label: text.legal,
    icon: iconDoc,
    right: 'legal.agree',
    Screen: lazyPart(() => import('../../legal/LegalTab.tsx'), 'LegalTab'),
  },
]
