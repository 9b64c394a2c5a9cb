import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { Problem } from '../problem.ts'

/**
 * What the database says where two ask for what only one may have, by the name of its unique index. A look beforehand is for
 * the sentence under the field; of those who asked at the same moment, this tells everybody but the first.
 */
const codes: Readonly<Record<string, ErrorCode>> = {
  users_username_key: 'USERNAME_TAKEN',
  users_proved_phone: 'PHONE_TAKEN',
  users_proved_email: 'EMAIL_TAKEN',
  employees_own_customer: 'STAFF_CUSTOMER_TAKEN',
  stores_code_key: 'STORE_CODE_TAKEN',
  skus_sku_key: 'SKU_TAKEN',
  skus_barcode_key: 'BARCODE_TAKEN',
  skus_quick_order_key: 'QUICK_PLACE_TAKEN',
  levels_quota_key: 'LEVELS_ASCEND',
  payment_methods_same_card: 'CARD_TAKEN',
  payment_methods_gateway_gateway_card_key: 'CARD_TAKEN',
  payout_methods_same_account: 'PAYOUT_METHOD_TAKEN',
  passkeys_credential_id_key: 'PASSKEY_TAKEN',
  prepaid_cashouts_waiting: 'CASHOUT_WAITING',
  silver_rates_waiting: 'SILVER_RATE_WAITING',
  setting_changes_waiting: 'SETTING_WAITING',
  legal_changes_waiting: 'LEGAL_WAITING',
}

/**
 * The refusal for a unique violation. Of the tables of people, shops and articles every one has an answer: what has no
 * sentence of its own was done by another request a moment before. In the books it is no answer but a fault of ours.
 */
export function takenProblem(error: unknown): Problem | null {
  const { code, constraint = '', schema } = error as { code?: string; constraint?: string; schema?: string }
  if (code !== '23505') return null
  const known = codes[constraint]
  if (known !== undefined) return new Problem(known, { reason: constraint })
  return schema === 'public' ? new Problem('CONFLICT', { reason: constraint }) : null
}
