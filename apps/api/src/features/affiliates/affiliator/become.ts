import { randomBytes } from 'node:crypto'
import { adultAge } from '@shirogane/domain/people/age'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { inviteUrl } from '../../../lib/invite-url.ts'
import { recordAct } from '../../log/index.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { codeLength, inviteCodeOf, refusalOf } from '../rules.ts'
import {
  findPersonForUpdate,
  findReason,
  findTermsVersion,
  recordAffiliator,
  recordLiveEvent,
  resumeInvitations,
} from '../store.ts'

const codeTries = 5

/**
 * Makes a customer an affiliator: they do it themselves, or staff do it for a customer whom they serve. The customer's
 * own screens are notified of the result, also of a failure. A member who had left begins again under their old code.
 */
export async function become(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'affiliates.become'>,
): Promise<Output<'affiliates.become'>> {
  ctx.limits.capCalls(`become-affiliator:${actor.user_id}`, 60)
  await checkActor(ctx, actor, body.user_id)
  try {
    const made = await ctx.transact((tx) => make(ctx, tx, actor, { ...body, requestId }))
    ctx.wakeLive()
    ctx.wakePusher()
    return made
  } catch (error) {
    // What a colleague tries at a register is no news for the customer; what they tried themselves is.
    if (error instanceof Problem && !actor.employee) {
      await recordLiveEvent(ctx.db, {
        id: uuidv7(ctx.now()),
        user_id: actor.user_id,
        event: 'becomeAffiliator',
        payload: {
          affiliator: null,
          success: false,
          code: error.code,
          blanks: error.detail.blanks ?? {},
        },
        at: ctx.now(),
      })
      ctx.wakeLive()
    }
    throw error
  }
}

/** Whom one may not make an affiliator is not there, so that ids cannot be tried out. */
async function checkActor(ctx: Context, actor: Actor, userId: string): Promise<void> {
  const { employee } = actor
  if (!employee) {
    if (userId !== actor.user_id) throw new Problem('NOT_FOUND')
    return
  }
  const { own, held } = await findReason(ctx.db, userId, employee)
  if (own) throw new Problem('SELF_DEALING')
  // At a register it takes the customer themself, who shows their code to it at this moment.
  if (!holds(employee.type, 'shops.act') && !held) throw new Problem('NOT_FOUND')
}

type Wish = { user_id: string; terms_version?: string | undefined; requestId: string }

async function make(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { user_id, terms_version, requestId }: Wish,
): Promise<Output<'affiliates.become'>> {
  const at = ctx.now()
  const person = await findPersonForUpdate(tx, user_id)
  if (!person) throw new Problem('NOT_FOUND')
  const refusal = refusalOf(person, tokyoDate(at))
  if (refusal !== null) throw new Problem(refusal, { blanks: { n: adultAge } })
  const inForce = await findTermsVersion(tx)
  // A newer version came into force while the reader was reading: that one has to be read.
  if (terms_version !== undefined && terms_version !== inForce) throw new Problem('CONFLICT')

  const one = { user_id, terms_version: inForce, made_by: actor.employee ? actor.user_id : null, at }
  const code = (await resumeInvitations(tx, one)) ?? (await takeCode(tx, one))
  const affiliator = { user_id, code, invite_url: inviteUrl(ctx.config.publicUrl, code) }
  await recordLiveEvent(tx, {
    id: uuidv7(at),
    user_id,
    event: 'becomeAffiliator',
    payload: { affiliator, success: true },
    at,
  })
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id,
      topic: 'affiliate',
      kind: 'affiliator_made',
      facts: {},
      dedupe_key: `affiliator:${user_id}:${String(at.getTime())}`,
      transaction_id: null,
      created_at: at,
      path: '/user/affiliator',
    },
  ])
  if (actor.employee) {
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'member.made_affiliator',
      subject_id: user_id,
      object: `member:${user_id}`,
      store_id: actor.employee.store_id,
      after: { code, terms_version: inForce },
    })
  }
  return affiliator
}

async function takeCode(
  tx: Tx,
  one: { user_id: string; terms_version: string; made_by: string | null; at: Date },
): Promise<string> {
  for (let tried = 0; tried < codeTries; tried += 1) {
    const code = inviteCodeOf(randomBytes(codeLength))
    const outcome = await recordAffiliator(tx, { ...one, code })
    if (outcome === 'made') return code
    if (outcome === 'already') throw new Problem('AFFILIATE_ALREADY')
  }
  throw new Error('No free code was found for an affiliator')
}
