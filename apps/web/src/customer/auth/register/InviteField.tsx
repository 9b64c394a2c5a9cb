import { readInviteCode } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconGift, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { clearCookie, readCookie, writeCookie } from '../../../shell/session/cookies.ts'
import { inviteCardQuery } from '../../../shell/queries/queries.ts'
import { text } from './text.ts'
import styles from './register.module.css'

/** The invitation that comes along with the registration: from the link, or typed. It can be taken off again. */
export function InviteField() {
  const [code, setCode] = useState(() => readCookie('invite_code'))
  const [isTyping, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const card = useQuery({ ...inviteCardQuery(code ?? ''), enabled: code !== null })

  async function apply(): Promise<void> {
    const read = readInviteCode(typed)
    if (read === null) {
      setProblem(text.inviteUnknown)
      return
    }
    setBusy(true)
    try {
      const found = await call('affiliates.card', { params: { username: read } })
      writeCookie('invite_code', found.code, limits.inviteCodeCookieDays)
      setCode(found.code)
      setTyping(false)
      setProblem(null)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const drop = () => {
    clearCookie('invite_code')
    setCode(null)
  }
  if (code !== null && card.error instanceof ApiError && card.error.status === 404) {
    return (
      <InfoStrip
        icon={iconWarn}
        tone="warn"
        role="status"
        title={card.error.message}
        text={code}
        onClose={drop}
        closeLabel={text.inviteRemove}
      />
    )
  }
  if (code !== null) {
    return (
      <InfoStrip
        icon={iconGift}
        title={
          <>
            {text.inviteBefore}
            <b className={styles.code}>{code}</b>
            {text.inviteAfter}
          </>
        }
        {...(card.data && { text: text.inviteFrom(card.data.username) })}
        onClose={drop}
        closeLabel={text.inviteRemove}
      />
    )
  }
  if (!isTyping) {
    return (
      <Button variant="quiet" size="s" className={styles.inviteOpen} onClick={() => setTyping(true)}>
        {text.inviteEnter}
      </Button>
    )
  }
  return (
    <Field label={text.inviteLabel} need="optional" id="register-invite" error={problem}>
      <div className={styles.inviteRow}>
        <TextInput
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field appeared because its button was pressed
          autoFocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void apply()
          }}
        />
        <Button type="button" variant="secondary" busy={isBusy} onClick={() => void apply()}>
          {text.inviteApply}
        </Button>
      </div>
    </Field>
  )
}
