import { call } from '../../../lib/api.ts'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { NumberStep } from './NumberStep.tsx'
import { text } from './text.ts'

/** For whoever read at their old address that the account has moved away from it. */
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
