import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useSession } from '../../../shell/session/session.ts'
import { EditPage } from '../EditPage.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { text } from './text.ts'

/** Settings: the profile. The button is there once there is something to save. */
export function ProfileTab() {
  const { auth, profile } = useSession()
  return auth === null || profile === null ? null : (
    <Form key={auth.id} username={auth.username} profile={profile} isCustomer={auth.type === 'customer'} />
  )
}

type Props = {
  username: string
  profile: NonNullable<ReturnType<typeof useSession>['profile']>
  isCustomer: boolean
}

function Form({ username, profile, isCustomer }: Props) {
  const form = useProfileForm(profile, username)
  return (
    <EditPage form={form}>
      <ProfileFields form={form} />
      {isCustomer && (
        <Field
          label={text.username}
          need="required"
          helper={text.usernameHelper}
          error={form.errors.username}
          id="profile-username"
        >
          <TextInput
            value={form.values.username}
            onChange={(event) => form.set({ username: event.target.value })}
            onBlur={() => form.leave('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
    </EditPage>
  )
}
