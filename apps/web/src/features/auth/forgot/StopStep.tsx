import { readUndoCode } from '@shirogane/contract/inputs'
import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { SuccessCheck } from '@shirogane/ui/SuccessCheck'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import '../../../lib/reward-calls.ts'
import { useSession } from '../../../lib/session.ts'
import { text as common } from './text.ts'
import styles from './forgot.module.css'

const text = {
  heading: '出金の停止',
  lead: '受取口座のお知らせに記載の「停止番号」を入力してください。お知らせから72時間以内に一度だけ使えます。',
  code: '停止番号',
  help: 'メールまたはSMSに記載の16文字（英数字）',
  required: '停止番号を入力してください',
  format: '停止番号は16文字の英数字です。お知らせをご確認ください。',
  effect: '停止すると、すべての出金と報酬の受け取りが止まり、当社の担当者に知らされます。',
  submit: '出金を停止する',
  done: '出金を停止しました',
  doneText: '担当者が確認し、ご連絡します。パスワードが知られているおそれがあるため、変更をおすすめします。',
  password: 'パスワードを変更する',
  home: 'ホームへ',
} as const

/** For whoever reads of a bank account that they know nothing of: no login stands in the way, and nothing is told of it. */
export function StopStep() {
  const isOnline = useOnline()
  const isSignedIn = useSession().status === 'signed_in'
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  async function submit(): Promise<void> {
    const typed = readUndoCode(code)
    if (typed === null) {
      setProblem(code.trim() === '' ? text.required : text.format)
      return
    }
    setBusy(true)
    try {
      await call('payoutMethods.stopByCode', { body: { code: typed } })
      setDone(true)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (isDone) {
    return (
      <div className={styles.done}>
        <SuccessCheck />
        <h1 className={styles.heading}>{text.done}</h1>
        <p>{text.doneText}</p>
        <ButtonLink block render={linkTo(isSignedIn ? paths.settingTab('password') : paths.forgot())}>
          {text.password}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.home())}>
          {text.home}
        </ButtonLink>
      </div>
    )
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className={styles.heading}>{text.heading}</h1>
      <p>{text.lead}</p>
      <Field label={text.code} helper={text.help} error={problem}>
        <TextInput
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setProblem(null)
          }}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          enterKeyHint="go"
        />
      </Field>
      <p>{text.effect}</p>
      <Button type="submit" block busy={isBusy} disabled={!isOnline}>
        {isOnline ? text.submit : common.offline}
      </Button>
      <ButtonLink variant="quiet" block render={linkTo(isSignedIn ? paths.home() : paths.forgot())}>
        {isSignedIn ? text.home : common.back}
      </ButtonLink>
    </form>
  )
}
