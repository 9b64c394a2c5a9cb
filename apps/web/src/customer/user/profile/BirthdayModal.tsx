import { birthRefusal, memberAgeMin, needsGuardian } from '@shirogane/contract/inputs/person'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { Button } from '@shirogane/ui/actions/Button'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { writeCookie } from '../../../shell/session/cookies.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { adoptUser } from '../../../shell/session/session.ts'
import { BirthSelects, birthText, noBirth } from './BirthSelects.tsx'
import { Guardian, hasConsent, noConsent } from './Guardian.tsx'
import { todayInTokyo } from '../../../shared/dates/dates.ts'
import { text } from './text.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import styles from './profile.module.css'

const refusedDays = 365

/** Asks for the birthday once a visit, until it is told or declined. */
export function BirthdayModal({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const [birth, setBirth] = useState(noBirth)
  const [guardian, setGuardian] = useState(noConsent)
  const [problem, setProblem] = useState<string>()
  const [guardianProblem, setGuardianProblem] = useState<string>()
  useHoldUpdate(birth !== noBirth)
  const date = birthText(birth)
  const today = todayInTokyo()
  const isMinor = date !== null && needsGuardian(date, today)

  async function register(): Promise<void> {
    setProblem(undefined)
    setGuardianProblem(undefined)
    const refusal = date === null ? 'DOB_INVALID' : birthRefusal(date, today)
    if (date === null || refusal === 'DOB_INVALID') return setProblem(text.birthWrong)
    if (refusal) return setProblem(sentenceOf(refusal, { n: memberAgeMin }))
    if (isMinor && !hasConsent(guardian)) return setGuardianProblem(text.guardianNeeded)
    try {
      const user = await call('users.profile', {
        body: { date_of_birth: date, ...(isMinor && { guardian: { name: guardian.name, consent: true } }) },
      })
      adoptUser(user)
      refetch('users.wallet', 'transactions.list')
      toast({ message: text.registered, kind: 'ok' })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  function decline(): void {
    writeCookie('birth_no', '1', refusedDays)
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.birthdayTitle}
      footer={
        <div className={styles.buttons}>
          <Button block onClick={register}>
            {text.register}
          </Button>
          <Button block variant="quiet" onClick={decline}>
            {text.registerNot}
          </Button>
        </div>
      }
    >
      <div className={styles.cup}>
        <ObjectPicture name="cup" size={96} />
      </div>
      <p className={styles.lead}>{text.birthdayBody}</p>
      <div className={styles.form}>
        <BirthSelects value={birth} onChange={setBirth} error={problem} helper={text.birthOnce} />
        {isMinor && <Guardian value={guardian} onChange={setGuardian} error={guardianProblem} />}
      </div>
    </Sheet>
  )
}
