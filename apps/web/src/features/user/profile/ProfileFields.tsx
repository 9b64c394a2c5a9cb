import { type Gender, genders } from '@shirogane/contract/person'
import { Field } from '@shirogane/ui/Field'
import { Select } from '@shirogane/ui/Select'
import { TextInput } from '@shirogane/ui/TextInput'
import { longDate } from '../../../lib/dates.ts'
import { BirthSelects } from './BirthSelects.tsx'
import { Guardian } from './Guardian.tsx'
import type { ProfileForm } from './use-profile-form.ts'
import { text } from './text.ts'
import styles from './profile.module.css'

/** The fields of a person, on the page of settings and in the sheet after the registration. */
export function ProfileFields({ form }: { form: ProfileForm }) {
  const { values, set, errors, isMinor, savedBirth } = form
  const field = (
    name: 'last_name' | 'first_name' | 'last_name_kana' | 'first_name_kana',
    label: string,
    autoComplete: string,
  ) => (
    <Field label={label} error={errors[name]} id={`profile-${name}`}>
      <TextInput
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
        autoComplete={autoComplete}
        spellCheck={false}
      />
    </Field>
  )
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        {field('last_name', text.lastName, 'family-name')}
        {field('first_name', text.firstName, 'given-name')}
      </div>
      <div className={styles.pair}>
        {field('last_name_kana', text.lastNameKana, 'off')}
        {field('first_name_kana', text.firstNameKana, 'off')}
      </div>
      {savedBirth === null ? (
        <BirthSelects
          value={values.birth}
          onChange={(birth) => set({ birth })}
          error={errors.date_of_birth}
          helper={text.birthOnce}
        />
      ) : (
        <Field label={text.birth} group>
          <p className={styles.fixed}>{longDate(savedBirth)}</p>
          <p className={styles.note}>{text.birthFixed}</p>
        </Field>
      )}
      {isMinor && (
        <Guardian
          value={values.guardian}
          onChange={(guardian) => set({ guardian })}
          error={errors.guardian}
        />
      )}
      <Field label={text.gender} need="optional" error={errors.gender}>
        <Select
          value={values.gender}
          onChange={(event) => set({ gender: event.target.value as Gender | '' })}
          autoComplete="sex"
        >
          <option value="">{text.notChosen}</option>
          {genders.map((gender) => (
            <option key={gender} value={gender}>
              {text.genders[gender]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
