import { roleLabels } from '@shirogane/contract/terms/role-words'
import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Body, call, messageOf, type Output } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { Pane } from '../shared/lists/Panes.tsx'
import { changedOf, useEdited } from '../shared/forms/use-edited.ts'
import { OwnAccount } from './OwnAccount.tsx'
import { showStaff, staffListQuery } from './queries.ts'
import { type Rights, RightsFields } from './RightsFields.tsx'
import { StaffState } from './StaffState.tsx'
import { text } from './text.ts'
import { Vouch } from './Vouch.tsx'
import panes from '../shared/lists/panes.module.css'

type Details = NonNullable<StaffMember['details']>
type Props = {
  person: StaffMember
  withStepUp: StepUp['withStepUp']
  onInvited: (invited: Output<'admin.inviteStaff'>) => void
  onClose: () => void
}

export function StaffDetail(props: Props) {
  const { person, onClose } = props
  const { details } = person
  if (details === null) return null
  return (
    <Pane label={text.title} onClose={onClose}>
      <header className={panes.detailHead}>
        <StaffState details={details} />
        <span className="figures">{person.number}</span>
        <span>{roleLabels[details.type]}</span>
      </header>
      <h3 className={panes.name}>{person.name}</h3>
      <dl className={panes.facts}>
        <dt>{text.store}</dt>
        <dd>{details.store_name ?? text.office}</dd>
        <dt>{text.lastUsed}</dt>
        <dd>{details.last_used_at === null ? text.never : detailTime(details.last_used_at)}</dd>
        <dt>{text.pinState}</dt>
        <dd>{person.has_pin ? text.pinSet : text.pinUnset}</dd>
        {details.invited_until !== null && (
          <>
            <dt>{text.invited}</dt>
            <dd>{text.invitationUntil(detailTime(details.invited_until))}</dd>
          </>
        )}
      </dl>
      {details.let_in !== null && (
        <Vouch person={person} letIn={details.let_in} withStepUp={props.withStepUp} />
      )}
      {details.may_change ? (
        <>
          <Change {...props} details={details} />
          <OwnAccount person={person} account={details.own_customer} withStepUp={props.withStepUp} />
        </>
      ) : (
        <p className={panes.note}>{text.notYours}</p>
      )}
    </Pane>
  )
}

type Terms = Rights & { name: string }

const termsOf = ({ name }: StaffMember, { type, store_id }: Details): Terms => ({ name, type, store_id })
const typedOf = (seen: Terms) => seen

function Change({ person, details, withStepUp, onInvited }: Props & { details: Details }) {
  const toast = useToast()
  const client = useQueryClient()
  const form = useEdited(termsOf(person, details), typedOf, async () => {
    const mine = staffListQuery({ state: 'all', q: person.number, page: 1 })
    const { items } = await client.fetchQuery({ ...mine, staleTime: 0 })
    const now = items.find(({ id }) => id === person.id)
    if (!now?.details) return undefined
    showStaff(now)
    return termsOf(now, now.details)
  })
  const { seen, typed, set } = form
  const [asking, setAsking] = useState<'stop' | 'move' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { changed, before } = changedOf({ ...typed, name: typed.name.trim() }, seen, seen)
  const isMove = 'type' in changed || 'store_id' in changed
  const isChanged = isMove || 'name' in changed

  async function change(body: Body<'admin.updateStaff'>, said: string): Promise<void> {
    setAsking(null)
    setProblem(null)
    try {
      const act = () => call('admin.updateStaff', { params: { id: person.id }, body })
      const done = await withStepUp('staff', act)
      if (done === null) return
      showStaff(done.value)
      if (body.active === undefined && done.value.details) form.saved(termsOf(done.value, done.value.details))
      toast({ message: said, kind: 'ok' })
    } catch (error) {
      setProblem(await form.problemOf(error))
    }
  }
  async function invite(): Promise<void> {
    setProblem(null)
    try {
      const done = await withStepUp('staff', () => call('admin.inviteStaff', { params: { id: person.id } }))
      if (done === null) return
      showStaff(done.value.staff)
      onInvited(done.value)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  // A role is given for the shop in which the person was seen to work, and the other way round.
  const seenOf = { ...before, ...(isMove && { type: seen.type, store_id: seen.store_id }) }
  const save = () => change({ ...changed, before: seenOf }, text.saved)
  return (
    <>
      <Unsaved when={form.isTouched} within="id" />
      <Field label={text.name}>
        <TextInput
          value={typed.name}
          maxLength={40}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <RightsFields
        value={typed}
        onChange={({ type, store_id }) =>
          set({ ...(type !== typed.type && { type }), ...(store_id !== typed.store_id && { store_id }) })
        }
      />
      {problem !== null && (
        <p className={panes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button
        block
        disabled={!isChanged || typed.name.trim() === ''}
        onClick={() => (isMove ? setAsking('move') : save())}
      >
        {text.save}
      </Button>
      {details.active && (
        <Button variant="secondary" block onClick={invite}>
          {text.invite}
        </Button>
      )}
      {details.active ? (
        <Button variant="danger" block onClick={() => setAsking('stop')}>
          {text.stop}
        </Button>
      ) : (
        <Button variant="secondary" block onClick={() => change({ active: true }, text.started)}>
          {text.start}
        </Button>
      )}
      <AlertDialog
        isOpen={asking === 'stop'}
        title={text.stopTitle}
        confirmLabel={text.stopConfirm}
        destructive
        onConfirm={() => change({ active: false }, text.stoppedDone)}
        onCancel={() => setAsking(null)}
      >
        {text.stopText(person.name)}
      </AlertDialog>
      <AlertDialog
        isOpen={asking === 'move'}
        title={text.moveTitle}
        confirmLabel={text.moveConfirm}
        onConfirm={save}
        onCancel={() => setAsking(null)}
      >
        {text.moveText(person.name)}
      </AlertDialog>
    </>
  )
}
