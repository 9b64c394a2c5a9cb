import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { recordMessages } from './store.ts'
import { type DataOf, type TemplateName, templates } from './templates.ts'

export type NewMessage<Name extends TemplateName = TemplateName> = {
  /** Whom it is about, for the greeting and for the export of their data; left out for strangers. */
  user_id?: string
  /** A mail address or a phone number in E.164, as the template needs. */
  to: string
  template: Name
  data: DataOf<Name>
  /** Names the event and its listener: however often it is told, one message goes out. */
  dedupe_key: string
  /** What many are told at once goes out behind what one person waits for. */
  can_wait?: boolean
}

/**
 * Leaves a mail or an SMS behind, in the caller's transaction where there is one: what is rolled back is not told. A
 * caller that wants it out at once says `ctx.wakeMessenger()` after the commit; it goes out within a second without.
 * Answers false when this very message was left behind before.
 */
export async function enqueueMessage<Name extends TemplateName>(
  ctx: Pick<Context, 'keys' | 'now'>,
  db: Db,
  message: NewMessage<Name>,
): Promise<boolean> {
  return (await enqueueMessages(ctx, db, [message])) === 1
}

/** Many at once, for those who tell of many events in one go. Answers how many were new. */
export async function enqueueMessages(
  ctx: Pick<Context, 'keys' | 'now'>,
  db: Db,
  messages: readonly NewMessage[],
): Promise<number> {
  const at = ctx.now()
  return recordMessages(
    db,
    messages.map(({ user_id, to, template, data, dedupe_key, can_wait = false }) => ({
      id: uuidv7(at),
      user_id: user_id ?? null,
      channel: templates[template].channel,
      template,
      dedupe_key,
      recipient_name: recipientNames(ctx, to)[0]!,
      encrypted: ctx.keys.encrypt('message', JSON.stringify({ to, data } satisfies Contents)),
      can_wait,
      at,
    })),
  )
}

/** What is encrypted in a message's row. */
export type Contents = { to: string; data: unknown }

export function recipientNames(ctx: Pick<Context, 'keys'>, to: string): string[] {
  return ctx.keys.namesOf('recipient', to.trim().toLowerCase())
}
