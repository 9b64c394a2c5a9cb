import * as addresses from '@shirogane/contract/addresses'
import * as admin from '@shirogane/contract/admin'
import * as approvals from '@shirogane/contract/approvals'
import * as campaigns from '@shirogane/contract/campaigns'
import * as confirmations from '@shirogane/contract/confirmations'
import * as contacts from '@shirogane/contract/contacts'
import * as days from '@shirogane/contract/days'
import * as inventory from '@shirogane/contract/inventory'
import * as later from '@shirogane/contract/later'
import * as legal from '@shirogane/contract/legal'
import * as log from '@shirogane/contract/log'
import * as notifications from '@shirogane/contract/notifications'
import * as parked from '@shirogane/contract/parked'
import * as paymentMethods from '@shirogane/contract/payment-methods'
import * as payoutMethods from '@shirogane/contract/payout-methods'
import * as payouts from '@shirogane/contract/payouts'
import * as prepaid from '@shirogane/contract/prepaid'
import * as receipts from '@shirogane/contract/receipts'
import * as refunds from '@shirogane/contract/refunds'
import * as resources from '@shirogane/contract/resources'
import * as rewards from '@shirogane/contract/rewards'
import * as search from '@shirogane/contract/search'
import * as skus from '@shirogane/contract/skus'
import * as staff from '@shirogane/contract/staff'
import * as transactions from '@shirogane/contract/transactions'
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
