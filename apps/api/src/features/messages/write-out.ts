import type { Context } from '../../context.ts'
import { readSettings } from '../../db/settings.ts'
import type { Contents } from './enqueue.ts'
import { findBrandAddress } from './store.ts'
import type { Brand, Reader } from './templates/letter-text.ts'
import { writeMessage, type Written } from './templates.ts'
import { serviceName } from '../../lib/service-text.ts'

/** The brand as the settings have it; a brand that has written nothing down is called by the service's own name. */
export async function readBrand({ db }: Pick<Context, 'db'>): Promise<Brand> {
  const [held, address] = await Promise.all([
    readSettings(db, ['brand.short', 'brand.company', 'brand.phone', 'brand.email']),
    findBrandAddress(db),
  ])
  return {
    short: held['brand.short'] ?? serviceName,
    company: held['brand.company'] ?? serviceName,
    address: address ?? '',
    phone: held['brand.phone'],
    email: held['brand.email'],
  }
}

/** Opens a message and writes it out. */
export function writeOut(
  ctx: Pick<Context, 'keys'>,
  row: { template: string; encrypted: Buffer } & Reader,
  brand: Brand,
): Written & { to: string } {
  const { to, data } = JSON.parse(ctx.keys.decrypt('message', row.encrypted)) as Contents
  return {
    to,
    ...writeMessage(row.template, data, { brand, addressee: row.addressee, is_staff: row.is_staff }),
  }
}
