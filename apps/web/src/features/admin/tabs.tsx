import type { Employee } from '@shirogane/contract/resources'
import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { text } from './text.ts'

export type AdminTab = {
  /** What stands in the address: `/admin?tab=contacts`. */
  key: string
  label: string
  /** Whose work it is; for everybody else it is absent, not disabled. */
  types: readonly Employee['type'][]
  Screen: ComponentType
}

/** The parts of the home of managers and head office, in their order. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'kyc',
    label: text.kyc,
    types: ['kyc_reviewer', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./kyc/KycTab.tsx').then(({ KycTab }) => ({ default: KycTab }))),
    ),
  },
  {
    key: 'contacts',
    label: text.contacts,
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() =>
        import('./contacts/ContactsTab.tsx').then(({ ContactsTab }) => ({ default: ContactsTab })),
      ),
    ),
  },
  {
    key: 'prepaid',
    label: text.prepaid,
    types: ['accounting', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./prepaid/PrepaidTab.tsx').then(({ PrepaidTab }) => ({ default: PrepaidTab }))),
    ),
  },
  {
    key: 'campaigns',
    label: text.campaigns,
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
    types: ['manager', 'owner'],
    Screen: lazy(() =>
      loadChunk(() => import('./points/LevelsTab.tsx').then(({ LevelsTab }) => ({ default: LevelsTab }))),
    ),
  },
]
