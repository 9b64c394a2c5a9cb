import { readEmail } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { receive } from './receive.ts'

export function createContact(
  ctx: Context,
  actor: Actor | null,
  { body, client }: Input<'contacts.create'>,
): Promise<Output<'contacts.create'>> {
  return receive(
    ctx,
    {
      ...body,
      email: readEmail(body.email),
      id: body.id,
      user_id: actor?.user_id ?? null,
      transaction_id: null,
      transaction_number: body.transaction_number || null,
    },
    client.ip,
  )
}
