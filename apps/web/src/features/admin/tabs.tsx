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
import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
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

/** The parts of the home of managers and head office, in their order. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'transactions',
    label: text.transactions,
    icon: iconHistory,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./sales/SalesTab.tsx').then(({ SalesTab }) => ({ default: SalesTab }))),
    ),
  },
  {
    key: 'saved',
    label: text.savedSearches,
    icon: iconFilter,
    types: ['register', 'manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./sales/SavedTab.tsx').then(({ SavedTab }) => ({ default: SavedTab }))),
    ),
  },
  {
    key: 'approvals',
    label: text.approvals,
    icon: iconCheck,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./approvals/ApprovalsTab.tsx').then(({ ApprovalsTab }) => ({ default: ApprovalsTab })),
      ),
    ),
  },
  {
    key: 'catalogue',
    label: text.catalogue,
    icon: iconStore,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./catalogue/CatalogueTab.tsx').then(({ CatalogueTab }) => ({ default: CatalogueTab })),
      ),
    ),
  },
  {
    key: 'later',
    label: text.later,
    icon: iconLater,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./register/later/LaterTab.tsx').then(({ LaterTab }) => ({ default: LaterTab })),
      ),
    ),
  },
  {
    key: 'silver',
    label: text.silver,
    icon: iconRefresh,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./catalogue/SilverTab.tsx').then(({ SilverTab }) => ({ default: SilverTab }))),
    ),
  },
  {
    key: 'staff',
    label: text.staff,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./staff/StaffTab.tsx').then(({ StaffTab }) => ({ default: StaffTab }))),
    ),
  },
  {
    key: 'kyc',
    label: text.kyc,
    icon: iconShield,
    types: ['kyc_reviewer', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./kyc/KycTab.tsx').then(({ KycTab }) => ({ default: KycTab }))),
    ),
  },
  {
    key: 'contacts',
    label: text.contacts,
    icon: iconMail,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./contacts/ContactsTab.tsx').then(({ ContactsTab }) => ({ default: ContactsTab })),
      ),
    ),
  },
  {
    key: 'affiliates',
    label: text.affiliates,
    icon: iconInvite,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./affiliates/AffiliatesTab.tsx').then(({ AffiliatesTab }) => ({ default: AffiliatesTab })),
      ),
    ),
  },
  {
    key: 'payouts',
    label: text.payouts,
    icon: iconBank,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./payouts/PayoutsTab.tsx').then(({ PayoutsTab }) => ({ default: PayoutsTab }))),
    ),
  },
  {
    key: 'books',
    label: text.books,
    icon: iconShield,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./books/BooksTab.tsx').then(({ BooksTab }) => ({ default: BooksTab }))),
    ),
  },
  {
    key: 'prepaid',
    label: text.prepaid,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./prepaid/PrepaidTab.tsx').then(({ PrepaidTab }) => ({ default: PrepaidTab }))),
    ),
  },
  {
    key: 'cashouts',
    label: text.cashouts,
    icon: iconWallet,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./cashouts/CashoutsTab.tsx').then(({ CashoutsTab }) => ({ default: CashoutsTab })),
      ),
    ),
  },
  {
    key: 'campaigns',
    label: text.campaigns,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./points/CampaignsTab.tsx').then(({ CampaignsTab }) => ({ default: CampaignsTab })),
      ),
    ),
  },
  {
    key: 'levels',
    label: text.levels,
    icon: iconPoint,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./points/LevelsTab.tsx').then(({ LevelsTab }) => ({ default: LevelsTab }))),
    ),
  },
  {
    key: 'members',
    label: text.members,
    icon: iconUser,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./office/MembersTab.tsx').then(({ MembersTab }) => ({ default: MembersTab }))),
    ),
  },
  {
    key: 'buyback',
    label: text.buyback,
    icon: iconTag,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./buyback/BuybackTab.tsx').then(({ BuybackTab }) => ({ default: BuybackTab }))),
    ),
  },
  {
    key: 'cash',
    label: text.cash,
    icon: iconShield,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./office/CashTab.tsx').then(({ CashTab }) => ({ default: CashTab }))),
    ),
  },
  {
    key: 'banners',
    label: text.banners,
    icon: iconGift,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./office/BannersTab.tsx').then(({ BannersTab }) => ({ default: BannersTab }))),
    ),
  },
  {
    key: 'settings',
    label: text.settings,
    icon: iconGear,
    types: ['manager', 'accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./office/SettingsTab.tsx').then(({ SettingsTab }) => ({ default: SettingsTab })),
      ),
    ),
  },
  {
    key: 'legal',
    label: text.legal,
    icon: iconDoc,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./legal/LegalTab.tsx').then(({ LegalTab }) => ({ default: LegalTab }))),
    ),
  },
  {
    key: 'log',
    label: text.log,
    icon: iconHistory,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./log/LogTab.tsx').then(({ LogTab }) => ({ default: LogTab }))),
    ),
  },
]
