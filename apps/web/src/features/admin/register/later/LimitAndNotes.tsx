import { can } from '@shirogane/contract/permissions'
import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { wholeFrom } from '@shirogane/ui/half-width-digits'
import { TextInput } from '@shirogane/ui/TextInput'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../../lib/api.ts'
import { listTime } from '../../../../lib/dates.ts'
import { AskApproval } from '../../AskApproval.tsx'
import { staffQuery } from '../../queries.ts'
import { laterAccountQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './later.module.css'

/** How much the customer may owe, by whose word, and what was agreed with them. */
export function LimitAndNotes({ userId }: { userId: string }) {
  const account = useQuery(laterAccountQuery(userId))
  const staff = useQuery(staffQuery())
  const toast = useToast()
  const [note, setNote] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const data = account.data
  if (data === undefined) return null
  const limit = wholeFrom(typed)
  const isOwnWord = staff.data !== undefined && can(staff.data.type, 'later.limit')

  async function save(approval_id?: string): Promise<void> {
    setAsking(false)
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
            <TextInput
              size="s"
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
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
            disabled={typed === '' || reason.trim() === ''}
            onClick={() => (isOwnWord ? void save() : setAsking(true))}
          >
            {text.setLimit}
          </Button>
        </>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            setTyped(String(data.limit))
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
          amount={limit}
          reason={reason.trim()}
          onApproved={(id) => void save(id)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
