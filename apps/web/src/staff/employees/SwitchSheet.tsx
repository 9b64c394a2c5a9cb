import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { limits } from '@shirogane/contract/rules/limits'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { replaceSession, sessionState, useSession } from '../../shell/session/session.ts'
import { staffQuery } from '../shared/queries.ts'
import { LogoutDialog } from '../shared/logout/LogoutDialog.tsx'
import { forgetPersonBefore } from './forget-person.ts'
import { colleaguesQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './staff.module.css'

/**
 * Passes the register on: a name and a PIN, over what is open. Locked, it asks the same of the person who comes back.
 */
export function SwitchSheet({ isLocked, onClose }: { isLocked: boolean; onClose: () => void }) {
  const list = useQuery(colleaguesQuery())
  const ownId = useSession().auth?.id
  const [isLeaving, setLeaving] = useState(false)
  const [chosen, setChosen] = useState<StaffMember | null>(null)
  const people = list.data?.items ?? []
  const able = people.filter(({ has_pin }) => has_pin)
  const who = chosen ?? (isLocked ? (able.find(({ id }) => id === ownId) ?? null) : null)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      required={isLocked}
      title={text.switchTitle}
      description={isLocked ? text.lockLead : text.switchLead}
    >
      <div className={styles.sheet}>
        {list.isPending && <Skeleton height={220} />}
        {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
        {list.data && able.length === 0 && <p>{text.switchEmpty}</p>}
        {list.data && (
          <ul className={styles.people} aria-label={text.who}>
            {people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={styles.person}
                  aria-pressed={person.id === who?.id}
                  disabled={!person.has_pin}
                  onClick={() => setChosen(person)}
                >
                  <Avatar name={person.name} size={36} />
                  <span className={styles.personName}>
                    {person.name} <span className="figures">{person.number}</span>
                  </span>
                  <span className={styles.personNote}>
                    {person.id === ownId ? text.current : person.has_pin ? '' : text.noPin}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {who !== null && <PinForm key={who.id} person={who} onDone={onClose} />}
        {isLocked && (
          <Button variant="quiet" block onClick={() => setLeaving(true)}>
            {text.logout}
          </Button>
        )}
        {isLeaving && <LogoutDialog onClose={() => setLeaving(false)} />}
      </div>
    </Sheet>
  )
}

function PinForm({ person, onDone }: { person: StaffMember; onDone: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  // A person who has said who they are types next.
  useEffect(() => input.current?.focus(), [])

  async function submit(digits: string): Promise<void> {
    if (digits.length !== limits.staffPinDigits || isBusy) return
    setBusy(true)
    const before = sessionState().auth?.id
    try {
      await replaceSession(() => call('auth.switchStaff', { body: { employee_id: person.id, pin: digits } }))
      // What the page knows of its person changes in one step, so that nothing under the sheet is taken down.
      client.setQueryData(staffQuery().queryKey, await call('users.employeeDetails'))
      // A person who comes back to their own locked register finds it as they left it.
      if (person.id === before) refetch('approvals.list')
      else forgetPersonBefore(client)
      toast({ message: text.switchDone(person.name), kind: 'ok' })
      onDone()
    } catch (error) {
      setPin('')
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(pin)
      }}
    >
      <Field label={text.pin(person.name)} error={problem}>
        <PinInput
          masked
          ref={input}
          value={pin}
          onChange={(digits) => {
            setPin(digits)
            setProblem(null)
          }}
          onComplete={(digits) => void submit(digits)}
        />
      </Field>
      <Button type="submit" size="pos" block busy={isBusy} disabled={pin.length !== limits.staffPinDigits}>
        {text.switchConfirm}
      </Button>
    </form>
  )
}
