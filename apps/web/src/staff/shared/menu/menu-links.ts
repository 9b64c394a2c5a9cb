import { holds, type Permission } from '@shirogane/contract/wire/rights'
import type { Employee } from '@shirogane/contract/resources/shapes'
import type { IconShape } from '@shirogane/ui/icons/Icon'
import { iconBox, iconClose, iconRegister, iconScan } from '@shirogane/ui/icons/icons-staff'
import { paths } from '../../../shell/navigation/paths.ts'
import { adminTabs } from './tabs.tsx'
import { text } from '../text.ts'

export type Way = { label: string; icon: IconShape; to: string }

/** The pages of a shop, each with the rights that lead there: one of them is enough. */
const shopWays: readonly (Way & { name: string; by: readonly Permission[] })[] = [
  {
    label: text.register,
    name: text.openRegister,
    icon: iconRegister,
    to: paths.adminRegister(),
    by: ['sell'],
  },
  { label: text.qr, name: text.qr, icon: iconScan, to: paths.adminQr(), by: ['sell'] },
  {
    label: text.inventory,
    name: text.inventory,
    icon: iconBox,
    to: paths.adminInventory(),
    by: ['stock.read'],
  },
  { label: text.close, name: text.close, icon: iconClose, to: paths.adminClose(), by: ['close', 'report.x'] },
]

const openTo = (type: Employee['type']) =>
  shopWays.filter(({ by }) => by.some((permission) => holds(type, permission)))

/** What stands in the side bar besides home: only what is this person's work. */
export function railOf(type: Employee['type']): Way[] {
  return openTo(type)
}

/** What the days of the shops came to, for staff who read that without working there. */
const reports: Way = { label: text.reports, icon: iconClose, to: paths.adminClose({ view: 'report' }) }

/** The tiles of home: the pages of a shop, or for staff who work outside of shops their own parts. */
export function tilesOf(type: Employee['type']): Way[] {
  const inShop = openTo(type)
  if (inShop.length > 0) return inShop.map(({ name, icon, to }) => ({ label: name, icon, to }))
  const parts = adminTabs
    .filter(({ right }) => holds(type, right))
    .map(({ key, label, icon }) => ({ label, icon, to: paths.adminTab(key) }))
  return holds(type, 'reports.read') ? [reports, ...parts] : parts
}
