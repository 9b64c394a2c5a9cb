import type { Context } from '../../../context.ts'
import { type Left, listLeft } from './left-store.ts'

/** A base of the database is kept for 35 days (`deploy/backup.sh`): nothing older can bring anybody back. */
const lookedAtDays = 40

/**
 * Notes outside the database that a member has left, and that they were erased, each by its date and under their id
 * alone: a database that goes back to a moment before would know neither. A note that cannot be written is written by
 * the next round: what has happened has happened.
 */
export async function noteLeaving(ctx: Pick<Context, 'db' | 'notes' | 'log'>, userId: string): Promise<void> {
  try {
    for (const left of await listLeft(ctx.db, { user_id: userId })) await note(ctx, left)
  } catch (error) {
    ctx.log.warn({ err: error, event: 'leaving_not_noted' }, 'a withdrawal will be noted by the next round')
  }
}

/** Writes the notes that a process which died after its commit, or a full disk, has left unwritten. */
export async function noteLeavings(ctx: Pick<Context, 'db' | 'notes' | 'now'>): Promise<void> {
  const since = new Date(ctx.now().getTime() - lookedAtDays * 86_400_000)
  for (const left of await listLeft(ctx.db, { since })) await note(ctx, left)
}

async function note({ notes }: Pick<Context, 'notes'>, { id, closed_at, erased_at }: Left): Promise<void> {
  for (const [kind, at] of [
    ['left', closed_at],
    ['erased', erased_at],
  ] as const) {
    const name = `${kind}/${id.replaceAll('-', '')}`
    if (at !== null && (await notes.get(name)) === null) await notes.put(name, Buffer.from(at.toISOString()))
  }
}
