import type { StaffMember } from '@shirogane/contract/staff'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { TextInput } from '@shirogane/ui/TextInput'
import { useToast } from '@shirogane/ui/use-toast'
import { useState } from 'react'
import { type Body, call, messageOf, type Output } from '../../../lib/api.ts'
import { detailTime } from '../../../lib/dates.ts'
import type { StepUp } from '../../../lib/step-up.tsx'
import { Pane } from '../Panes.tsx'
import { OwnAccount } from './OwnAccount.tsx'
import { showStaff } from './queries.ts'
import { type Rights, RightsFields } from './RightsFields.tsx'
import { StaffState } from './StaffState.tsx'
import { text } from './text.ts'
import { Vouch } from './Vouch.tsx'
import panes from '../panes.module.css'

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
        <span>{text.roles[details.type]}</span>
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

function Change({ person, details, withStepUp, onInvited }: Props & { details: Details }) {
  const toast = useToast()
  // Null until somebody changes it: a colleague's change is not taken back by saving another field.
  const [typed, setName] = useState<string | null>(null)
  const [chosen, setRights] = useState<Rights | null>(null)
  const name = typed ?? person.name
  const rights = chosen ?? { type: details.type, store_id: details.store_id }
  const [asking, setAsking] = useState<'stop' | 'move' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isMove = rights.type !== details.type || rights.store_id !== details.store_id
  const isChanged = isMove || name.trim() !== person.name

  async function change(body: Body<'admin.updateStaff'>, said: string): Promise<void> {
    setAsking(null)
    setProblem(null)
    try {
      const act = () => call('admin.updateStaff', { params: { id: person.id }, body })
      const done = await withStepUp('staff', act)
      if (done === null) return
      showStaff(done.value)
      if (body.active === undefined) {
        setName(null)
        setRights(null)
      }
      toast({ message: said, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
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
  const save = () => change({ ...(typed !== null && { name }), ...(isMove && rights) }, text.saved)
  return (
    <>
      <Field label={text.name}>
        <TextInput value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Field>
      <RightsFields value={rights} onChange={setRights} />
      {problem !== null && (
        <p className={panes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button
        block
        disabled={!isChanged || name.trim() === ''}
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
