import { readUsername } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import { birthRefusal, memberAgeMin, needsGuardian } from '@shirogane/contract/inputs/person'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { isReservedUsername } from '@shirogane/contract/inputs/reserved-names'
import { searchCopy } from '@shirogane/contract/rules/variants'
import { giveGift } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { readSettings } from '../../db/settings.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getUser } from './get-user.ts'
import { changeUsername, getProfileForUpdate, type ProfileRow, recordProfile } from './profile-store.ts'
import { birthdayGift, mayChangeUsername } from './rules.ts'

type Body = Input<'users.profile'>['body']

/** What people say about themselves. What they leave out stays as it is. */
export async function profile(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.profile'>,
): Promise<Output<'users.profile'>> {
  ctx.limits.capCalls(`profile:${actor.user_id}`, 30)
  await ctx.transact(async (tx) => {
    const before = await getProfileForUpdate(tx, actor.user_id)
    const birth = newBirth(before, body, tokyoDate(ctx.now()))
    const names = {
      last_name: given(body.last_name, before.last_name),
      first_name: given(body.first_name, before.first_name),
      last_name_kana: given(body.last_name_kana, before.last_name_kana),
      first_name_kana: given(body.first_name_kana, before.first_name_kana),
    }
    const isSomebodyElse = Object.entries(names).some(([key, name]) => name !== before[key]) || birth !== null
    await recordProfile(tx, actor.user_id, {
      username: before.username,
      ...names,
      search_name: searchCopy(names.last_name, names.first_name, names.last_name_kana, names.first_name_kana),
      date_of_birth: birth ?? before.date_of_birth,
      gender: body.gender === undefined ? before.gender : body.gender,
      // Whose documents were checked under another name has to show them again.
      kyc_status: isSomebodyElse && before.kyc_status === 'approved' ? 'required' : before.kyc_status,
      guardian: birth !== null && body.guardian ? { name: body.guardian.name, at: ctx.now() } : null,
    })
    if (body.username !== undefined) await rename(ctx, tx, actor.user_id, before, body.username)
    if (birth !== null && before.type === 'customer') {
      const terms = await readSettings(tx, ['birthday.registration_points', 'birthday.registration_days'])
      const gift = birthdayGift(ctx.now(), {
        points: terms['birthday.registration_points'],
        days: terms['birthday.registration_days'],
      })
      if (gift.points > 0) {
        // Once in a life, also where support corrects the date later.
        await giveGift(tx, {
          transaction_id: uuidv7(ctx.now()),
          user_id: actor.user_id,
          occasion: { campaign: 'birthday_registration', period: '' },
          ...gift,
        })
      }
    }
  })
  ctx.wakeOutbox()
  return getUser(ctx, actor.user_id)
}

function given(next: string | null | undefined, before: string | null): string | null {
  return next === undefined ? before : next || null
}

/** The date of birth to set now; null where none is set. It is set once: what is set stays. */
function newBirth(before: ProfileRow, body: Body, today: string): string | null {
  const birth = body.date_of_birth
  if (birth === undefined || birth === before.date_of_birth) return null
  if (before.date_of_birth !== null) throw new Problem('DOB_LOCKED')
  const refusal = birthRefusal(birth, today)
  if (refusal) throw new Problem(refusal, { blanks: { n: memberAgeMin } })
  if (needsGuardian(birth, today) && !body.guardian?.name) throw new Problem('GUARDIAN_CONSENT_REQUIRED')
  return birth
}

async function rename(
  ctx: Context,
  tx: Parameters<typeof changeUsername>[0],
  userId: string,
  before: ProfileRow,
  typed: string,
): Promise<void> {
  const username = readUsername(typed)
  if (username === before.username) return
  if (before.type !== 'customer') throw new Problem('FORBIDDEN')
  if (username === null) throw new Problem('USERNAME_FORMAT')
  if (!mayChangeUsername(before.username_changed_at, ctx.now(), limits.usernameKeptDays))
    throw new Problem('USERNAME_LOCKED')
  if (isReservedUsername(username) || !(await changeUsername(tx, userId, username)))
    throw new Problem('USERNAME_TAKEN')
}
