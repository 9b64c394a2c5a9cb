import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { avatarNameOf, avatarObject } from './rules.ts'
import { dropUntakenAvatars, findOwnAvatar, showAvatar } from './store.ts'

/** Shows one of the person's own uploads as their picture, or none, and forgets the others. */
export async function takeAvatar(ctx: Context, userId: string, url: string | null): Promise<void> {
  const gone = await ctx.transact(async (tx) => {
    if (url === null) return showAvatar(tx, userId, null)
    const name = avatarNameOf(url)
    const own = name === null ? null : await findOwnAvatar(tx, name, userId)
    // An address that we did not give out for this person is no picture, and is never fetched.
    if (!own) throw new Problem('AVATAR_UNKNOWN')
    return showAvatar(tx, userId, { name: own.name, url })
  })
  await forget(ctx, gone)
}

const untakenKeptMs = 86_400_000

/** The round of a job: uploads that were never taken go after a day. */
export async function forgetUntakenAvatars(ctx: Context): Promise<void> {
  await forget(ctx, await dropUntakenAvatars(ctx.db, new Date(ctx.now().getTime() - untakenKeptMs)))
}

async function forget(ctx: Context, names: readonly string[]): Promise<void> {
  for (const name of names) await ctx.objects.remove(avatarObject(name))
}
