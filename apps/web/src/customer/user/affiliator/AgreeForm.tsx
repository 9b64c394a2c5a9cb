import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { AppLink } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { legalQuery } from '../../../shell/queries/queries.ts'
import { useSession } from '../../../shell/session/session.ts'
import { text } from './text.ts'
import { isNews, refusalMs, welcomeAffiliator } from './use-affiliator-room.ts'
import styles from './affiliator.module.css'

/** The reader does not wait longer than this for an answer. */
const patienceMs = 20_000

/** The terms in force, the word that they are agreed to, and the button that begins or resumes inviting. */
export function AgreeForm({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) {
  const { auth } = useSession()
  const legal = useQuery(legalQuery('affiliator'))
  const toast = useToast()
  const isOnline = useOnline()
  const [agrees, setAgrees] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isBusy])

  if (auth === null) return null
  if (legal.data === undefined && !legal.isError) return <Skeleton height={120} />
  const userId = auth.id
  const version = legal.data?.version

  async function become(): Promise<void> {
    if (version === undefined) return
    setBusy(true)
    setLong(false)
    setProblem(null)
    try {
      await call('affiliates.become', { body: { user_id: userId, terms_version: version } })
      if (isNews(text.joined)) toast({ message: text.joined, kind: 'ok' })
      await welcomeAffiliator()
    } catch (failure) {
      // Already one, made so at a register or in another tab: what this screen knows is out of date.
      if (failure instanceof ApiError && failure.code === 'AFFILIATE_ALREADY')
        await welcomeAffiliator().catch(() => {})
      // A newer version of the terms came into force meanwhile: it has to be read first.
      if (failure instanceof ApiError && failure.code === 'CONFLICT') {
        setAgrees(false)
        await legal.refetch()
      }
      // A lost answer stays on the screen until the next try; what the server said is a toast, as the socket brings it.
      const message = messageOf(failure)
      if (failure instanceof ApiError && !failure.isNetwork) {
        if (isNews(message)) toast({ message, kind: 'error', duration: refusalMs })
      } else setProblem(message)
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (agrees && !isBusy) void become()
      }}
    >
      <AppLink className={styles.termsLink} to={paths.legal('affiliator')}>
        {text.terms}
      </AppLink>
      <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
        {text.agree}
      </Checkbox>
      <Problem message={problem ?? (version === undefined ? messageOf(legal.error) : null)} />
      <Button
        type="submit"
        variant={isQuiet ? 'secondary' : 'primary'}
        block
        busy={isBusy}
        disabled={!agrees || !isOnline || version === undefined}
      >
        {label}
      </Button>
      <p className={styles.waiting} role="status">
        {isBusy ? (isLong ? text.joiningLong : text.joining) : isOnline ? '' : text.offline}
      </p>
    </form>
  )
}
