import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { deviceName, networkName } from './device.ts'
import { endSessionsOf } from './reset-store.ts'
import { endOwnSession, listOpenSessions } from './security-store.ts'

export async function listSessions(ctx: Context, actor: Actor): Promise<Output<'auth.sessions'>> {
  const at = ctx.now()
  const idleSince = new Date(at.getTime() - limits.refreshCookieDays * 86_400_000)
  const rows = await listOpenSessions(ctx.db, actor.user_id, at, idleSince)
  return {
    items: rows
      .map((row) => ({
        id: row.id,
        audience: row.audience,
        device: deviceName(row.user_agent),
        network: networkName(row.ip),
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        current: row.id === actor.session_id,
      }))
      .sort((a, b) => Number(b.current) - Number(a.current)),
  }
}

/** Ends one device, this one too. One of somebody else is not there. */
export async function endSession(
  ctx: Context,
  actor: Actor,
  { params }: Input<'auth.endSession'>,
): Promise<undefined> {
  const target = { user_id: actor.user_id, session_id: params.sid, at: ctx.now() }
  if (!(await endOwnSession(ctx.db, target))) throw new Problem('NOT_FOUND')
  ctx.sessions.forget(params.sid)
  return undefined
}

export async function revokeAll(ctx: Context, actor: Actor): Promise<Output<'auth.revokeAll'>> {
  const ended = await ctx.transact((tx) =>
    endSessionsOf(tx, {
      user_id: actor.user_id,
      except: actor.session_id,
      reason: 'ended_by_owner',
      at: ctx.now(),
    }),
  )
  for (const session of ended) ctx.sessions.forget(session)
  return { ended: ended.length }
}
