import type { Employee } from '@shirogane/contract/resources'
import type { IconShape } from '@shirogane/ui/Icon'
import {
  iconBank,
  iconCheck,
  iconGift,
  iconHistory,
  iconInvite,
  iconLater,
  iconPoint,
  iconRefresh,
  iconShield,
  iconStore,
  iconUser,
  iconWallet,
} from '@shirogane/ui/icons'
import { iconDoc, iconFilter, iconGear, iconMail } from '@shirogane/ui/icons-later'
import { iconTag } from '@shirogane/ui/icons-staff'
import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/chunks.ts'
import { text } from './text.ts'

export type AdminTab = {
  /** What stands in the address: `/admin?tab=contacts`. */
  key: string
  label: string
  /** Under which heading of the menu it stands. */
  group: 'sales' | 'people' | 'accounts' | 'house'
  /** Stands in the menu, and on the tile of whoever has no other way in. */
  icon: IconShape
  /** Whose work it is; for everybody else it is absent, not disabled. */
  types: readonly Employee['type'][]
  Screen: ComponentType
}

/** The parts of the home of managers and head office: first what every house has, then the rest by what it is about. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'transactions',
    group: 'sales',
    label: text.transactions,
    icon: iconHistory,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./sales/SalesTab.tsx'), 'SalesTab'),
  },
  {
    key: 'saved',
    group: 'sales',
    label: text.savedSearches,
    icon: iconFilter,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./sales/SavedTab.tsx'), 'SavedTab'),
  },
  {
    key: 'members',
    group: 'people',
    label: text.members,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./office/MembersTab.tsx'), 'MembersTab'),
  },
  {
    key: 'kyc',
    group: 'people',
    label: text.kyc,
    icon: iconShield,
    types: ['kyc_reviewer', 'owner'],
    Screen: lazyPart(() => import('./kyc/KycTab.tsx'), 'KycTab'),
  },
  {
    key: 'staff',
    group: 'house',
    label: text.staff,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./staff/StaffTab.tsx'), 'StaffTab'),
  },
  {
    key: 'banners',
    group: 'house',
    label: text.banners,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./office/BannersTab.tsx'), 'BannersTab'),
  },
  {
    key: 'settings',
    group: 'house',
    label: text.settings,
    icon: iconGear,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./office/SettingsTab.tsx'), 'SettingsTab'),
  },
  {
    key: 'payouts',
    group: 'accounts',
    label: text.payouts,
    icon: iconBank,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./payouts/PayoutsTab.tsx'), 'PayoutsTab'),
  },
  {
    key: 'log',
    group: 'house',
    label: text.log,
    icon: iconHistory,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./log/LogTab.tsx'), 'LogTab'),
  },
  {
    key: 'approvals',
    group: 'sales',
    label: text.approvals,
    icon: iconCheck,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./approvals/ApprovalsTab.tsx'), 'ApprovalsTab'),
  },
  {
    key: 'later',
    group: 'sales',
    label: text.later,
    icon: iconLater,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./register/later/LaterTab.tsx'), 'LaterTab'),
  },
  {
    key: 'buyback',
    group: 'sales',
    label: text.buyback,
    icon: iconTag,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./buyback/BuybackTab.tsx'), 'BuybackTab'),
  },
  {
    key: 'catalogue',
    group: 'sales',
    label: text.catalogue,
    icon: iconStore,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./catalogue/CatalogueTab.tsx'), 'CatalogueTab'),
  },
  {
    key: 'silver',
    group: 'sales',
    label: text.silver,
    icon: iconRefresh,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./catalogue/SilverTab.tsx'), 'SilverTab'),
  },
  {
    key: 'campaigns',
    group: 'people',
    label: text.campaigns,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./points/CampaignsTab.tsx'), 'CampaignsTab'),
  },
  {
    key: 'levels',
    group: 'people',
    label: text.levels,
    icon: iconPoint,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./points/LevelsTab.tsx'), 'LevelsTab'),
  },
  {
    key: 'contacts',
    group: 'people',
    label: text.contacts,
    icon: iconMail,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./contacts/ContactsTab.tsx'), 'ContactsTab'),
  },
  {
    key: 'affiliates',
    group: 'people',
    label: text.affiliates,
    icon: iconInvite,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./affiliates/AffiliatesTab.tsx'), 'AffiliatesTab'),
  },
  {
    key: 'cashouts',
    group: 'accounts',
    label: text.cashouts,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./cashouts/CashoutsTab.tsx'), 'CashoutsTab'),
  },
  {
    key: 'prepaid',
    group: 'accounts',
    label: text.prepaid,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./prepaid/PrepaidTab.tsx'), 'PrepaidTab'),
  },
  {
    key: 'books',
    group: 'accounts',
    label: text.books,
    icon: iconShield,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./books/BooksTab.tsx'), 'BooksTab'),
  },
  {
    key: 'cash',
    group: 'accounts',
    label: text.cash,
    icon: iconShield,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./office/CashTab.tsx'), 'CashTab'),
  },
  {
    key: 'legal',
    group: 'house',
    label: text.legal,
    icon: iconDoc,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./legal/LegalTab.tsx'), 'LegalTab'),
  },
]
