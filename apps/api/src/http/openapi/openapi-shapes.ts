import * as addresses from '@shirogane/contract/resources/members/addresses'
import * as admin from '@shirogane/contract/resources/brand/public-pages'
import * as approvals from '@shirogane/contract/resources/brand/approvals'
import * as campaigns from '@shirogane/contract/resources/members/campaigns'
import * as confirmations from '@shirogane/contract/resources/sales/confirmations'
import * as contacts from '@shirogane/contract/resources/members/contacts'
import * as days from '@shirogane/contract/resources/brand/days'
import * as inventory from '@shirogane/contract/resources/brand/inventory'
import * as later from '@shirogane/contract/resources/sales/deferred'
import * as legal from '@shirogane/contract/resources/brand/legal'
import * as log from '@shirogane/contract/resources/brand/log'
import * as notifications from '@shirogane/contract/resources/members/notifications'
import * as parked from '@shirogane/contract/resources/sales/parked'
import * as paymentMethods from '@shirogane/contract/resources/members/payment-methods'
import * as payoutMethods from '@shirogane/contract/resources/members/payout-methods'
import * as payouts from '@shirogane/contract/resources/brand/payouts'
import * as prepaid from '@shirogane/contract/resources/brand/prepaid'
import * as receipts from '@shirogane/contract/resources/sales/receipts'
import * as refunds from '@shirogane/contract/resources/sales/refunds'
import * as resources from '@shirogane/contract/resources/shapes'
import * as rewards from '@shirogane/contract/resources/members/rewards'
import * as search from '@shirogane/contract/resources/sales/search'
import * as skus from '@shirogane/contract/resources/brand/skus'
import * as staff from '@shirogane/contract/resources/brand/staff'
import * as transactions from '@shirogane/contract/resources/sales/transactions'
import * as z from 'zod'

const modules = [
  resources,
  transactions,
  receipts,
  refunds,
  parked,
  confirmations,
  later,
  search,
  paymentMethods,
  payoutMethods,
  payouts,
  rewards,
  addresses,
  notifications,
  contacts,
  campaigns,
  legal,
  skus,
  inventory,
  approvals,
  admin,
  days,
  staff,
  prepaid,
  log,
]

/** What repeats within itself has to have a name. */
export const anyShape = z.registry<{ id: string }>().add(resources.anyJson, { id: 'AnyJson' })

/**
 * The shapes of answers to which the contract gives a name, by that name: the document writes each down once. What comes
 * in may be looser than what goes out under the same name, so it is written down where it is sent.
 */
export const shapes = z.registry<{ id: string }>().add(resources.anyJson, { id: 'AnyJson' })
for (const [name, shape] of modules.flatMap(Object.entries<unknown>)) {
  if (shape instanceof z.ZodObject) shapes.add(shape, { id: name.charAt(0).toUpperCase() + name.slice(1) })
}
