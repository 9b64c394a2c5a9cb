import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Db } from '../../db/sql.ts'
import { presentSku } from './present.ts'
import { findSkus } from './store.ts'

/** The articles of a cart, also those that are not sold any more. */
export async function listSkusById(db: Db, ids: readonly string[]): Promise<Sku[]> {
  return (await findSkus(db, ids)).map(presentSku)
}
