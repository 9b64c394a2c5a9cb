import {
  birthRefusal,
  type Gender,
  isKatakana,
  isName,
  kanaMax,
  lengthOf,
  memberAgeMin,
  nameMax,
  needsGuardian,
  toKatakana,
  trimmed,
} from '@shirogane/contract/inputs/person'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { readUsername } from '@shirogane/contract/inputs/read-fields'
import type { User } from '@shirogane/contract/resources/shapes'
import { useState } from 'react'
import { ApiError, type Body, call } from '../../../shell/api/api.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { adoptUser } from '../../../shell/session/session.ts'
import { type Birth, birthText, noBirth } from './BirthSelects.tsx'
import { type Consent, hasConsent, noConsent } from './Guardian.tsx'
import { todayInTokyo } from '../../../shared/dates/dates.ts'
import { type FieldErrors, type FormErrors, useFormErrors } from '../use-form-errors.ts'
import { text } from './text.ts'

const names = ['last_name', 'first_name', 'last_name_kana', 'first_name_kana'] as const
type NameField = (typeof names)[number]

type ProfileValues = Record<NameField, string> & {
  username: string
  gender: Gender | ''
  birth: Birth
  guardian: Consent
}
/** In the order of the form. */
const fields = [...names, 'date_of_birth', 'guardian', 'gender', 'username'] as const
type ProfileField = (typeof fields)[number]
type ProfileErrors = FieldErrors<ProfileField>
const fieldOf = (value: keyof ProfileValues): ProfileField => (value === 'birth' ? 'date_of_birth' : value)

export type ProfileForm = FormErrors & {
  values: ProfileValues
  errors: ProfileErrors
  savedBirth: string | null
  isMinor: boolean
  isDirty: boolean
  set(change: Partial<ProfileValues>): void
  /** The reader is through with a field. */
  leave(field: ProfileField): void
  /** Answers whether everything was saved. */
  save(): Promise<boolean>
}

function valuesOf(profile: User['profile'], username: string): ProfileValues {
  return {
    last_name: profile.last_name ?? '',
    first_name: profile.first_name ?? '',
    last_name_kana: profile.last_name_kana ?? '',
    first_name_kana: profile.first_name_kana ?? '',
    username,
    gender: (profile.gender ?? '') as Gender | '',
    birth: noBirth,
    guardian: noConsent,
  }
}

function nameProblem(field: NameField, value: string): string | null {
  const isKana = field.endsWith('_kana')
  const text_ = isKana ? toKatakana(value) : trimmed(value)
  if (text_ === '') return null
  if (!(isKana ? isKatakana : isName)(text_)) return isKana ? text.kanaWrong : text.nameWrong
  const max = isKana ? kanaMax : nameMax
  return lengthOf(text_) > max ? text.tooLong(max) : null
}

/** What a person may say about themselves, checked with the server's own rules before it is sent. */
export function useProfileForm(profile: User['profile'], username: string): ProfileForm {
  const [saved, setSaved] = useState(() => valuesOf(profile, username))
  const [values, setValues] = useState(saved)
  const today = todayInTokyo()
  const date = birthText(values.birth)
  const isMinor = profile.date_of_birth === null && date !== null && needsGuardian(date, today)

  function check(): ProfileErrors {
    const found: ProfileErrors = {}
    for (const name of names) {
      const wrong = nameProblem(name, values[name])
      if (wrong !== null) found[name] = wrong
    }
    const isBegun = Object.values(values.birth).some((part) => part !== '')
    if (isBegun) {
      const refusal = date === null ? 'DOB_INVALID' : birthRefusal(date, today)
      if (refusal === 'DOB_INVALID') found.date_of_birth = text.birthWrong
      else if (refusal) found.date_of_birth = sentenceOf(refusal, { n: memberAgeMin })
    }
    if (isMinor && !hasConsent(values.guardian)) found.guardian = text.guardianNeeded
    if (values.username !== saved.username && readUsername(values.username) === null)
      found.username = sentenceOf('USERNAME_FORMAT')
    return found
  }
  const { errors, leave, change: touch, attempt, ...problems } = useFormErrors('profile', fields, check())

  /** Only what was changed is sent: a name that stands there untouched is not claimed anew. */
  function change(): Body<'users.profile'> {
    const body: Body<'users.profile'> = {}
    for (const name of names) if (values[name] !== saved[name]) body[name] = values[name] || null
    if (values.gender !== saved.gender) body.gender = values.gender || null
    if (values.username !== saved.username) body.username = values.username
    if (profile.date_of_birth === null && date !== null) {
      body.date_of_birth = date
      if (isMinor) body.guardian = { name: values.guardian.name, consent: true }
    }
    return body
  }

  return {
    ...problems,
    values,
    errors,
    leave,
    savedBirth: profile.date_of_birth,
    isMinor,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    set(changed) {
      setValues((before) => ({ ...before, ...changed }))
      for (const value of Object.keys(changed)) touch(fieldOf(value as keyof ProfileValues))
    },
    save: () =>
      attempt(async () => {
        const user = await call('users.profile', { body: change() })
        adoptUser(user)
        const now = valuesOf(user.profile, user.username)
        setSaved(now)
        setValues(now)
        if (date !== null) refetch('users.wallet', 'transactions.list')
      }, fieldsOf),
  }
}

/** A refusal of the whole call that is about one field stands under that field. */
function fieldsOf(error: unknown): ProfileErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code.startsWith('USERNAME_')) return { username: error.message }
  if (error.code.startsWith('DOB_') || error.code === 'AGE_RESTRICTED')
    return { date_of_birth: error.message }
  if (error.code === 'GUARDIAN_CONSENT_REQUIRED') return { guardian: error.message }
  return error.fields
}
