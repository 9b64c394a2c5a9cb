import { canonicalPassword, passwordRefusal } from '@shirogane/contract/inputs'
import { Problem } from '../../http/problem.ts'
import { sentenceOf } from '@shirogane/contract/errors'
import { isCommonPassword } from './common-passwords.ts'

/** Refuses a password that somebody would guess who has a list, or who knows its owner a little. */
export function checkNewPassword(
  password: string,
  about: readonly (string | null)[],
  field = 'password',
): void {
  const refusal =
    passwordRefusal(password, about) ??
    (isCommonPassword(canonicalPassword(password)) ? 'PASSWORD_TOO_COMMON' : null)
  if (refusal) throw new Problem(refusal, { fields: { [field]: sentenceOf(refusal) } })
}
