import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { StickyFooter } from '@shirogane/ui/StickyFooter'
import { TextInput } from '@shirogane/ui/TextInput'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useRef } from 'react'
import { useOnline } from '../../../lib/connection.ts'
import { useSession } from '../../../lib/session.ts'
import { Unsaved } from '../../../lib/Unsaved.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { text } from './text.ts'
import styles from './profile.module.css'

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
  const isOnline = useOnline()
  const toast = useToast()
  const problem = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (form.problem !== null) problem.current?.focus()
  }, [form.problem])

  const save = async () => {
    if (await form.save()) toast({ message: text.saved, kind: 'ok' })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.page}>
        {form.problem !== null && (
          <p ref={problem} className={styles.problem} role="alert" tabIndex={-1}>
            {form.problem}
          </p>
        )}
        <ProfileFields form={form} />
        {isCustomer && (
          <Field label={text.username} helper={text.usernameHelper} error={form.errors.username}>
            <TextInput
              value={form.values.username}
              onChange={(event) => form.set({ username: event.target.value })}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        )}
      </div>
      {form.isDirty && (
        <StickyFooter>
          <Button block disabled={!isOnline} onClick={save}>
            {isOnline ? text.save : text.offline}
          </Button>
        </StickyFooter>
      )}
      <Unsaved when={form.isDirty} />
    </form>
  )
}
