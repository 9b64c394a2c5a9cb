import { holds } from '@shirogane/contract/wire/rights'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { listTime } from '../../../shared/dates/dates.ts'
import { AskApproval } from '../../shared/forms/AskApproval.tsx'
import { staffQuery } from '../../shared/queries.ts'
import { deferredAccountQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './deferred.module.css'

/** How much the customer may owe, by whose word, and what was agreed with them. */
export function LimitAndNotes({ userId }: { userId: string }) {
  const account = useQuery(deferredAccountQuery(userId))
  const staff = useQuery(staffQuery())
  const toast = useToast()
  const [note, setNote] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [limit, setLimit] = useState<EnteredNumber>(null)
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const data = account.data
  if (data === undefined) return null
  const decidesAlone = staff.data !== undefined && holds(staff.data.type, 'later.limit')

  async function save(approval_id?: string): Promise<void> {
    setAsking(false)
    if (typeof limit !== 'number') return
    try {
      await call('admin.setLaterLimit', {
        params: { id: userId },
        body: { limit, reason: reason.trim(), ...(approval_id !== undefined && { approval_id }) },
      })
      setEditing(false)
      setReason('')
      setProblem(null)
      toast({ message: text.limitSaved })
      await account.refetch()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  async function addNote(): Promise<void> {
    try {
      await call('admin.addLaterNote', { params: { id: userId }, body: { note: note.trim() } })
      setNote('')
      setProblem(null)
      await account.refetch()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <section className={styles.form} aria-label={text.limit}>
      <div className={styles.changeRow}>
        <span className={styles.label}>{text.limit}</span>
        <Amount value={data.limit} unit="¥" size="row" />
      </div>
      {isEditing ? (
        <>
          <Field label={text.newLimit} helper={text.limitMax(data.limit_max)}>
            <NumberInput size="s" value={limit} onChange={setLimit} />
          </Field>
          <Field label={text.limitReason} need="required">
            <TextInput
              size="s"
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Button
            variant="secondary"
            disabled={typeof limit !== 'number' || reason.trim() === ''}
            onClick={() => (decidesAlone ? void save() : setAsking(true))}
          >
            {text.setLimit}
          </Button>
        </>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setLimit(data.limit)
            setEditing(true)
          }}
        >
          {text.setLimit}
        </Button>
      )}
      <span className={styles.label}>{text.notes}</span>
      <ul className={styles.notes}>
        {data.notes.length === 0 && <li className={styles.small}>{text.noNotes}</li>}
        {data.notes.map((each) => (
          <li key={each.at}>
            <span>{each.note}</span>
            <span className={styles.small}>
              {each.by}　{listTime(each.at)}
            </span>
          </li>
        ))}
      </ul>
      <Field label={text.noteLabel}>
        <TextInput size="s" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Button variant="secondary" disabled={note.trim() === ''} onClick={() => void addNote()}>
        {text.addNote}
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.missing}>
          {problem}
        </p>
      )}
      {isAsking && (
        <AskApproval
          kind="later_limit"
          subject={{ user_id: userId }}
          amount={limit ?? 0}
          reason={reason.trim()}
          onApproved={(id) => void save(id)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
