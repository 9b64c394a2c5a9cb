import { Button } from '@shirogane/ui/Button'
import { FormSummary } from '@shirogane/ui/FormSummary'
import { Sheet } from '@shirogane/ui/Sheet'
import { useToast } from '@shirogane/ui/use-toast'
import { useSession } from '../../../lib/session.ts'
import { AddressFields } from '../address/AddressFields.tsx'
import { noAddress, useAddressForm } from '../address/use-address-form.ts'
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
  const address = useAddressForm(noAddress)

  async function save(): Promise<void> {
    const isPersonSaved = !person.isDirty || (await person.save())
    const isAddressSaved = address.isEmpty || !address.isDirty || (await address.save())
    if (!isPersonSaved || !isAddressSaved) return
    toast({ message: text.saved, kind: 'ok' })
    onClose()
  }
  const problem = person.problem ?? address.problem
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.sheetTitle}
      description={text.sheetBody}
      footer={
        <div className={styles.buttons}>
          <Button block disabled={!person.isDirty && !address.isDirty} onClick={save}>
            {text.save}
          </Button>
          <Button block variant="quiet" onClick={onClose}>
            {text.later}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        {problem !== null && <FormSummary title={problem} />}
        <ProfileFields form={person} />
        <AddressFields form={address} />
      </div>
    </Sheet>
  )
}
