import { Button } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useSession } from '../../../shell/session/session.ts'
import { Unsaved } from '../../../shell/navigation/Unsaved.tsx'
import { AddressFields } from '../address/AddressFields.tsx'
import { noAddress, useAddressForm } from '../address/use-address-form.ts'
import { FormProblems } from '../FormProblems.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { text } from './text.ts'
import styles from './profile.module.css'

/** Right after the registration: everything about a person in one go, and all of it may wait. */
export function ProfileSheet({ onClose }: { onClose: () => void }) {
  const { auth, profile } = useSession()
  return auth === null || profile === null ? null : (
    <Fields username={auth.username} profile={profile} onClose={onClose} />
  )
}

type Props = {
  username: string
  profile: NonNullable<ReturnType<typeof useSession>['profile']>
  onClose: () => void
}

function Fields({ username, profile, onClose }: Props) {
  const toast = useToast()
  const person = useProfileForm(profile, username)
  const address = useAddressForm(noAddress, true)

  const formId = useId()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isDirty = person.isDirty || address.isDirty
  const close = useEffectEvent(onClose)
  // Not before nothing is left that the way out would ask about.
  useEffect(() => {
    if (isSaved) close()
  }, [isSaved])

  async function save(): Promise<void> {
    setSaving(true)
    const isPersonSaved = !person.isDirty || (await person.save())
    const isAddressSaved = address.isEmpty || !address.isDirty || (await address.save())
    setSaving(false)
    if (!isPersonSaved || !isAddressSaved) return
    toast({ message: text.saved, kind: 'ok' })
    setSaved(true)
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.sheetTitle}
      description={text.sheetBody}
      footer={
        <div className={styles.buttons}>
          <Button type="submit" form={formId} block busy={isSaving} disabled={!isDirty}>
            {text.save}
          </Button>
          <Button block variant="quiet" onClick={onClose}>
            {text.notNow}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FormProblems of={[person, address]} />
        <ProfileFields form={person} />
        <AddressFields form={address} />
        <Unsaved when={isDirty && !isSaved} within="sheet" />
      </form>
    </Sheet>
  )
}
