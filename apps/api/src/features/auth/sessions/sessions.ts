import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { findDeviceName, networkName } from './device.ts'
import { listOpenSessions } from '../security/security-store.ts'
import { deviceText } from '../../../lib/device-text.ts'

export async function listSessions(ctx: Context, actor: Actor): Promise<Output<'auth.sessions'>> {
  const at = ctx.now()
  const idleSince = new Date(at.getTime() - limits.refreshCookieDays * 86_400_000)
  const rows = await listOpenSessions(ctx.db, actor.user_id, at, idleSince)
  return {
    items: rows
      .map((row) => ({
        id: row.id,
        audience: row.audience,
        device: deviceText(findDeviceName(row.user_agent)),
        network: networkName(row.ip),
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        current: row.id === actor.session_id,
      }))
      .sort((a, b) => Number(b.current) - Number(a.current)),
  }
}
