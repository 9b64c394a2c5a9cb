import { limits } from '@shirogane/contract/rules/limits'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { countText } from '../../../shared/figures/figures.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { walletQuery } from '../../../shell/queries/queries.ts'
import { closeAccount, useSession, whoIs } from '../../../shell/session/session.ts'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { text } from './text.ts'
import styles from './setting.module.css'

/** The way out. The points that would be lost are said in figures, and balance has to be used up before. */
export function DeleteTab() {
  const who = whoIs(useSession())
  const wallet = useQuery({ ...walletQuery(), enabled: who === 'member' })
  const isOnline = useOnline()
  const toast = useToast()
  const go = useGo()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [asks, setAsks] = useState(false)
  const { send, problem, say } = useAct('users.remove', {
    unclear: isOnline ? text.deleteUnclear : undefined,
  })
  const [wrongPassword, setWrongPassword] = useState<string | null>(null)
  useHoldUpdate(reason !== '' || password !== '')
  if (who === 'staff') return <p className={styles.lead}>{text.staffNoDelete}</p>
  if (wallet.isPending) return <Skeleton height={300} />
  if (wallet.isLoadingError)
    return <ErrorPanel message={serverMessageOf(wallet.error)} onRetry={() => wallet.refetch()} />
  const { balance, point_balance } = wallet.data

  async function leave(): Promise<void> {
    setAsks(false)
    setWrongPassword(null)
    const outcome = await send({
      wish: 'leave',
      send: () =>
        withStepUp('delete', () =>
          closeAccount(() =>
            call('users.remove', {
              body: { password, ...(reason.trim() !== '' && { reason: reason.trim() }) },
            }),
          ),
        ),
    })
    if (outcome.is === 'done') {
      toast({ message: text.deleted, duration: 5_000 })
      go(paths.home(), { replace: true })
    }
    if (outcome.is !== 'failed') return
    const { error } = outcome
    if (error instanceof ApiError && error.code === 'PASSWORD_CURRENT_INVALID') {
      say(null)
      setPassword('')
      setWrongPassword(error.message)
    }
  }

  const isBlocked = balance > 0
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsks(true)
      }}
    >
      <p className={styles.lead}>{text.deleteLead}</p>
      <ul className={styles.list}>
        <li>
          <b>{text.deletePoints(countText(point_balance))}</b>
        </li>
        {text.deleteEffects.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>{text.deleteFirst}</li>
      </ul>
      {isBlocked && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          title={text.deleteBlocked}
          text={text.deleteBalanceLeft(countText(balance))}
        />
      )}
      <Problem message={problem} />
      <Field label={text.deleteReason} need="optional">
        <TextInput
          value={reason}
          maxLength={limits.closeReasonMax}
          disabled={isBlocked}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Field label={text.deletePassword} className={styles.field} error={wrongPassword}>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          disabled={isBlocked}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrongPassword(null)
          }}
        />
      </Field>
      <Checkbox checked={isAgreed} disabled={isBlocked} onChange={(event) => setAgreed(event.target.checked)}>
        {text.deleteAgree}
      </Checkbox>
      <Button
        type="submit"
        variant="danger"
        block
        disabled={isBlocked || !isAgreed || password === '' || !isOnline}
      >
        {text.delete}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      {stepUpSheet}
      {asks && (
        <AlertDialog
          isOpen
          destructive
          title={text.deleteAsk}
          confirmLabel={text.delete}
          cancelLabel={text.cancel}
          onConfirm={leave}
          onCancel={() => setAsks(false)}
        >
          {text.deleteAskBody}
        </AlertDialog>
      )}
    </form>
  )
}
