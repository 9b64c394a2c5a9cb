import { sentenceOf } from '@shirogane/contract/wire/errors'
import { passwordRefusal } from '@shirogane/contract/inputs/passwords'
import type { Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import { Problem } from '../../../http/problem.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Refuses a password that can be guessed from a list, or by a person who knows its owner or the brand a little. */
export async function checkNewPassword(
  ctx: Pick<Context, 'db'>,
  password: string,
  about: readonly (string | null)[],
): Promise<void> {
  const names = await readSettings(ctx.db, ['brand.service', 'brand.name', 'brand.short', 'brand.company'])
  const refusal =
    passwordRefusal(password, about, Object.values(names)) ??
    (isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : null)
  if (refusal) throw new Problem(refusal, { fields: { password: sentenceOf(refusal) } })
}
