import type { Row } from '../../db/sql.ts'
import type { Keys } from '../auth/index.ts'
import { recipientNames } from '../messages/index.ts'
import { accountNames, numberPurpose } from '../payout-methods/index.ts'
import { accountPurpose, filePurpose, payoutAccountNames } from '../payouts/index.ts'
import { filePurpose as privateFilePurpose } from '../kyc/index.ts'
import { endpointNames } from '../notifications/index.ts'

/** A column of encrypted values, and the names that are made of what they hold: both are written anew with another key. */
export type Place = {
  readonly table: string
  /** What a row is known by. */
  readonly id: string
  readonly type: 'uuid' | 'text'
  readonly encrypted: string
  /** Further columns that the purpose or the names are made of. */
  readonly columns?: readonly string[]
  purpose(row: PlaceRow): string
  /** The column of the name under the current key. */
  readonly name?: string
  /** The column of its names under the other keys that are given. */
  readonly others?: string
  /** The names under all keys that are given, the current one's first. */
  names?(keys: Keys, text: string, row: PlaceRow): string[]
}

export type PlaceRow = Row & { id: string; encrypted: Buffer }

type AccountRow = PlaceRow & {
  bank_code: string
  branch_code: string
  account_type: 'ordinary' | 'current' | 'savings'
}
const accountColumns = ['bank_code', 'branch_code', 'account_type'] as const

export const pepperPurpose = (id: string): string => `pepper ${id}`

/** Every column of the database that the service has encrypted: one that is missing here fails `keys.test.ts`. */
export const places: readonly Place[] = [
  {
    table: 'payout_methods',
    id: 'id',
    type: 'uuid',
    encrypted: 'encrypted_number',
    columns: accountColumns,
    purpose: ({ id }) => numberPurpose(id),
    name: 'account_key',
    others: 'other_keys',
    names: (keys, account_number, row) => accountNames({ keys }, { ...(row as AccountRow), account_number }),
  },
  {
    table: 'payouts',
    id: 'id',
    type: 'uuid',
    encrypted: 'encrypted_account',
    columns: accountColumns,
    purpose: ({ id }) => accountPurpose(id),
    name: 'account_key',
    names: (keys, account_number, row) =>
      payoutAccountNames({ keys }, { ...(row as AccountRow), account_number }),
  },
  {
    table: 'payout_batches',
    id: 'id',
    type: 'uuid',
    encrypted: 'encrypted_file',
    purpose: ({ id }) => filePurpose(id),
  },
  {
    table: 'push_subscriptions',
    id: 'session_id',
    type: 'uuid',
    encrypted: 'encrypted',
    purpose: () => 'push',
    name: 'endpoint_name',
    names: (keys, text) => endpointNames({ keys }, (JSON.parse(text) as { endpoint: string }).endpoint),
  },
  {
    table: 'private_files',
    id: 'name',
    type: 'text',
    encrypted: 'encrypted_key',
    columns: ['object'],
    purpose: (row) => privateFilePurpose(String(row['object'])),
  },
  {
    table: 'buyback_photos',
    id: 'name',
    type: 'text',
    encrypted: 'encrypted_key',
    purpose: ({ id }) => privateFilePurpose(id),
  },
  {
    table: 'messages',
    id: 'id',
    type: 'uuid',
    encrypted: 'encrypted',
    purpose: () => 'message',
    name: 'recipient_name',
    names: (keys, text) => recipientNames({ keys }, (JSON.parse(text) as { to: string }).to),
  },
  {
    table: 'secret_keys',
    id: 'id',
    type: 'text',
    encrypted: 'encrypted_pepper',
    purpose: ({ id }) => pepperPurpose(id),
  },
]
