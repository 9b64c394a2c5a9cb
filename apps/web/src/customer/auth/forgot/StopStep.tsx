import { ButtonLink } from '@shirogane/ui/actions/Button'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import '../../shared/payouts/reward-calls.ts'
import { useSession } from '../../../shell/session/session.ts'
import { DoneStep } from './DoneStep.tsx'
import { NumberStep } from './NumberStep.tsx'
import { text as common } from './text.ts'

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

/**
 * For a customer who reads of a bank account that they know nothing of: no login stands in the way, and nothing of the
 * account is shown.
 */
export function StopStep() {
  const isSignedIn = useSession().status === 'signed_in'
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <DoneStep heading={text.done} lead={text.doneText}>
        <ButtonLink block render={linkTo(isSignedIn ? paths.settingTab('password') : paths.forgot())}>
          {text.password}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.home())}>
          {text.home}
        </ButtonLink>
      </DoneStep>
    )
  }
  return (
    <NumberStep
      text={text}
      onNumber={async (code) => {
        await call('payoutMethods.stopByCode', { body: { code } })
        setDone(true)
      }}
      wayBack={
        isSignedIn
          ? { label: text.home, render: linkTo(paths.home()) }
          : { label: common.back, render: linkTo(paths.forgot()) }
      }
    />
  )
}
