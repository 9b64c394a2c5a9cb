import type { Context } from '../../context.ts'
import type { Contents } from './enqueue.ts'
import { findBrand } from './store.ts'
import { type Brand, type Reader, write, type Written } from './templates.ts'

/** The brand as the settings have it; a house that has written nothing down is called by the service's own name. */
export async function readBrand({ db }: Pick<Context, 'db'>): Promise<Brand> {
  const row = await findBrand(db)
  const { short, company, phone, email } = (row?.value ?? {}) as Partial<Brand>
  return {
    short: short ?? 'しろがね',
    company: company ?? 'しろがね',
    address: row?.address ?? '',
    phone: phone ?? null,
    email: email ?? null,
  }
}

/** Opens a message and writes it out. */
export function writeOut(
  ctx: Pick<Context, 'keys'>,
  row: { template: string; sealed: Buffer } & Reader,
  brand: Brand,
): Written & { to: string } {
  const { to, data } = JSON.parse(ctx.keys.unseal('message', row.sealed)) as Contents
  return { to, ...write(row.template, data, { brand, addressee: row.addressee, is_staff: row.is_staff }) }
}
