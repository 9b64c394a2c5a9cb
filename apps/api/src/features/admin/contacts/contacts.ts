import { searchCopy } from '@shirogane/contract/rules/variants'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { countContacts, listContacts } from '../contact-store.ts'

const excerptLength = 80

export async function contacts(
  ctx: Context,
  _actor: Actor,
  { query: { page, limit, status, q } }: Input<'admin.contacts'>,
): Promise<Output<'admin.contacts'>> {
  const filter = { status, search: searchCopy(q) }
  const [rows, counted, open_count] = await Promise.all([
    listContacts(ctx.db, filter, (page - 1) * limit, limit + 1),
    countContacts(ctx.db, filter),
    countContacts(ctx.db, { status: 'open', search: '' }),
  ])
  const items = rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status,
    kind: row.kind,
    name: row.name,
    excerpt: Array.from(row.message.replace(/\s+/g, ' ')).slice(0, excerptLength).join(''),
    is_member: row.user_id !== null,
    created_at: row.created_at.toISOString(),
  }))
  return { ...pageOf(items, { page, limit, counted }), open_count }
}
