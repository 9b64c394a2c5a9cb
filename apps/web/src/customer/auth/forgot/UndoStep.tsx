import { call } from '../../../shell/api/api.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession } from '../../../shell/session/session.ts'
import { NumberStep } from './NumberStep.tsx'
import { text } from './text.ts'

/** For a customer who read at their old address that the account has moved away from it. */
export function UndoStep({
  onUndone,
}: {
  onUndone: (undone: { email: string; may_reset: boolean }) => Promise<void>
}) {
  const isSignedIn = useSession().status === 'signed_in'
  return (
    <NumberStep
      text={text.undoing}
      onNumber={async (code) => onUndone(await call('auth.undoEmail', { body: { code } }))}
      wayBack={
        isSignedIn
          ? { label: text.backToMail, render: linkTo(paths.mail()) }
          : { label: text.back, render: linkTo(paths.forgot()) }
      }
    />
  )
}
