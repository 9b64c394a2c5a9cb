import { type Gender, genders } from '@shirogane/contract/inputs/person'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { longDate } from '../../../shared/dates/dates.ts'
import { whenLeft } from '../use-form-errors.ts'
import { BirthSelects } from './BirthSelects.tsx'
import { Guardian } from './Guardian.tsx'
import { useReading } from './use-reading.ts'
import type { ProfileForm } from './use-profile-form.ts'
import { text } from './text.ts'
import styles from './profile.module.css'

/** The fields of a person, on the page of settings and in the sheet after the registration. */
export function ProfileFields({ form }: { form: ProfileForm }) {
  const { values, set, leave, errors, isMinor, savedBirth } = form
  const lastReading = useReading(values.last_name_kana, (kana) => set({ last_name_kana: kana }))
  const firstReading = useReading(values.first_name_kana, (kana) => set({ first_name_kana: kana }))
  const field = (
    name: 'last_name' | 'first_name' | 'last_name_kana' | 'first_name_kana',
    label: string,
    autoComplete: string,
    reading?: ReturnType<typeof useReading>,
  ) => (
    <Field label={label} error={errors[name]} id={`profile-${name}`}>
      <TextInput
        value={values[name]}
        {...reading}
        onChange={(event) => set({ [name]: event.target.value })}
        onBlur={() => leave(name)}
        autoComplete={autoComplete}
        spellCheck={false}
      />
    </Field>
  )
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        {field('last_name', text.lastName, 'family-name', lastReading)}
        {field('first_name', text.firstName, 'given-name', firstReading)}
      </div>
      <div className={styles.pair}>
        {field('last_name_kana', text.lastNameKana, 'off')}
        {field('first_name_kana', text.firstNameKana, 'off')}
      </div>
      {savedBirth === null ? (
        <BirthSelects
          value={values.birth}
          onChange={(birth) => set({ birth })}
          onLeave={() => leave('date_of_birth')}
          error={errors.date_of_birth}
          id="profile-date_of_birth"
          helper={text.birthOnce}
        />
      ) : (
        <Field label={text.birth} group>
          <p className={styles.fixed}>{longDate(savedBirth)}</p>
          <p className={styles.note}>{text.birthFixed}</p>
        </Field>
      )}
      {isMinor && (
        <div onBlur={whenLeft(() => leave('guardian'))}>
          <Guardian
            value={values.guardian}
            onChange={(guardian) => set({ guardian })}
            error={errors.guardian}
            id="profile-guardian"
          />
        </div>
      )}
      <Field label={text.gender} need="optional" error={errors.gender} id="profile-gender">
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
