import { readPhone } from '@shirogane/contract/inputs/read-fields'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useState } from 'react'
import { ApiError, call } from '../../../shell/api/api.ts'
import { adoptUser, useSession } from '../../../shell/session/session.ts'
import { pinMessage } from '../use-pin.ts'
import { useAvailable } from '../use-available.ts'
import { text } from './text.ts'
import styles from './register.module.css'

/** A number that was mistyped at registration, put right. */
export function ContactSheet({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { auth } = useSession()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const phone = readPhone(typed)
  const isSame = 'e164' in phone && phone.e164 === auth?.phone_number
  const available = useAvailable('phone', 'e164' in phone && !isSame ? phone.e164 : null)

  async function submit(): Promise<void> {
    if (auth === null) return
    if ('refusal' in phone) {
      setProblem(phone.refusal === 'PHONE_NOT_MOBILE' ? text.phoneNotMobile : text.phoneFormat)
      return
    }
    if (isSame) {
      setProblem(text.same)
      return
    }
    setBusy(true)
    try {
      adoptUser(await call('users.changePhone', { params: { id: auth.id }, body: { phone: phone.e164 } }))
      onChanged()
      onClose()
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields['phone']) || pinMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet isOpen onClose={onClose} title={text.contactTitle} description={text.contactHelp}>
      <form
        className={styles.sheetBody}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label={text.phone}
          need="required"
          className={styles.lookedUp}
          error={problem ?? (available === 'taken' && text.phoneTaken)}
        >
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button type="submit" block busy={isBusy}>
          {text.contactSubmit}
        </Button>
      </form>
    </Sheet>
  )
}
