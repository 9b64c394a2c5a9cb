import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../context.ts'
import { Answer, type Client, type Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'

/**
 * What the page of registration takes before it asks anything: whether a name is free would otherwise be told to any
 * script that asks a thousand times. It opens nothing alone; it is what the questions are counted by.
 */
export async function ticket(
  ctx: Context,
  _actor: unknown,
  { client }: Input<'auth.ticket'>,
): Promise<Answer<undefined>> {
  ctx.limits.capCalls(`ticket:${network(client.ip)}`, 60)
  const head = `${Math.floor(ctx.now().getTime() / 1000) + limits.ticketTtlSeconds}.${randomBytes(12).toString('base64url')}`
  const value = `${head}.${ctx.keys.nameOf('ticket', head)}`
  return new Answer(undefined, {
    cookies: [{ name: 'ticket', value, maxAgeSeconds: limits.ticketTtlSeconds }],
  })
}

/** The name of a ticket that is good now. */
export function readTicket(ctx: Context, client: Client): string {
  const [, head, name, mac] =
    /^((?:\d{9,11})\.([\w-]{16}))\.((?:[0-9a-f]{8}\.)?[\w-]{22})$/.exec(client.ticketCookie ?? '') ?? []
  const isGood =
    head !== undefined &&
    mac !== undefined &&
    ctx.keys.namesOf('ticket', head).includes(mac) &&
    Number(head.split('.')[0]) * 1000 > ctx.now().getTime()
  if (!isGood || name === undefined) throw new Problem('TICKET_REQUIRED')
  return name
}

/**
 * One question whether something is free, also where it is asked by taking it. A signed-in person is counted by their
 * account instead of a ticket.
 */
export async function countLookup(ctx: Context, userId: string | null, client: Client): Promise<void> {
  // Whose session has ended meanwhile is told so, and not taken for a guest.
  if (userId === null && client.bearer !== null) throw new Problem('AUTH_SESSION_EXPIRED')
  const own: Rule =
    userId === null
      ? {
          bucket: `lookup:ticket:${readTicket(ctx, client)}`,
          max: limits.lookupsPerTicket,
          windowSeconds: limits.ticketTtlSeconds,
        }
      : {
          bucket: `lookup:user:${userId}`,
          max: limits.lookupsPerTicket,
          windowSeconds: limits.ticketTtlSeconds,
        }
  await ctx.limits.spend(own, {
    bucket: `lookup:ip:${network(client.ip)}`,
    max: limits.lookupsPerHourOfNetwork,
    windowSeconds: 3_600,
  })
}
