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
  /** Stands on the tile of whoever has no other way in. */
  icon: IconShape
  /** Whose work it is; for everybody else it is absent, not disabled. */
  types: readonly Employee['type'][]
  Screen: ComponentType
}

/** The parts of the home of managers and head office: first what every house has, then the rest by what it is about. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'transactions',
    label: text.transactions,
    icon: iconHistory,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./sales/SalesTab.tsx'), 'SalesTab'),
  },
  {
    key: 'saved',
    label: text.savedSearches,
    icon: iconFilter,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./sales/SavedTab.tsx'), 'SavedTab'),
  },
  {
    key: 'members',
    label: text.members,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./office/MembersTab.tsx'), 'MembersTab'),
  },
  {
    key: 'kyc',
    label: text.kyc,
    icon: iconShield,
    types: ['kyc_reviewer', 'owner'],
    Screen: lazyPart(() => import('./kyc/KycTab.tsx'), 'KycTab'),
  },
  {
    key: 'staff',
    label: text.staff,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./staff/StaffTab.tsx'), 'StaffTab'),
  },
  {
    key: 'banners',
    label: text.banners,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./office/BannersTab.tsx'), 'BannersTab'),
  },
  {
    key: 'settings',
    label: text.settings,
    icon: iconGear,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./office/SettingsTab.tsx'), 'SettingsTab'),
  },
  {
    key: 'payouts',
    label: text.payouts,
    icon: iconBank,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./payouts/PayoutsTab.tsx'), 'PayoutsTab'),
  },
  {
    key: 'log',
    label: text.log,
    icon: iconHistory,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./log/LogTab.tsx'), 'LogTab'),
  },
  {
    key: 'approvals',
    label: text.approvals,
    icon: iconCheck,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./approvals/ApprovalsTab.tsx'), 'ApprovalsTab'),
  },
  {
    key: 'later',
    label: text.later,
    icon: iconLater,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./register/later/LaterTab.tsx'), 'LaterTab'),
  },
  {
    key: 'buyback',
    label: text.buyback,
    icon: iconTag,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./buyback/BuybackTab.tsx'), 'BuybackTab'),
  },
  {
    key: 'catalogue',
    label: text.catalogue,
    icon: iconStore,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./catalogue/CatalogueTab.tsx'), 'CatalogueTab'),
  },
  {
    key: 'silver',
    label: text.silver,
    icon: iconRefresh,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./catalogue/SilverTab.tsx'), 'SilverTab'),
  },
  {
    key: 'campaigns',
    label: text.campaigns,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./points/CampaignsTab.tsx'), 'CampaignsTab'),
  },
  {
    key: 'levels',
    label: text.levels,
    icon: iconPoint,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./points/LevelsTab.tsx'), 'LevelsTab'),
  },
  {
    key: 'contacts',
    label: text.contacts,
    icon: iconMail,
    types: ['manager', 'owner'],
    Screen: lazyPart(() => import('./contacts/ContactsTab.tsx'), 'ContactsTab'),
  },
  {
    key: 'affiliates',
    label: text.affiliates,
    icon: iconInvite,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./affiliates/AffiliatesTab.tsx'), 'AffiliatesTab'),
  },
  {
    key: 'cashouts',
    label: text.cashouts,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./cashouts/CashoutsTab.tsx'), 'CashoutsTab'),
  },
  {
    key: 'prepaid',
    label: text.prepaid,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./prepaid/PrepaidTab.tsx'), 'PrepaidTab'),
  },
  {
    key: 'books',
    label: text.books,
    icon: iconShield,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./books/BooksTab.tsx'), 'BooksTab'),
  },
  {
    key: 'cash',
    label: text.cash,
    icon: iconShield,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazyPart(() => import('./office/CashTab.tsx'), 'CashTab'),
  },
  {
    key: 'legal',
    label: text.legal,
    icon: iconDoc,
    types: ['accounting', 'owner'],
    Screen: lazyPart(() => import('./legal/LegalTab.tsx'), 'LegalTab'),
  },
]
