import type { ContactDetail as Contact } from '@shirogane/contract/resources/members/contacts'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconMail } from '@shirogane/ui/icons/icons-lazy'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { contactQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './contacts.module.css'

export function ContactDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const contact = useQuery(contactQuery(id))
  return (
    <DetailPane label={text.title} query={contact} onClose={onClose}>
      {(data) => <Words key={data.id} contact={data} />}
    </DetailPane>
  )
}

function Words({ contact }: { contact: Contact }) {
  const client = useQueryClient()
  const toast = useToast()
  const [note, setNote] = useState(contact.note)

  async function change(body: { status?: 'open' | 'done'; note?: string }): Promise<void> {
    try {
      const next = await call('admin.updateContact', { params: { id: contact.id }, body })
      client.setQueryData(contactQuery(contact.id).queryKey, next)
      setNote(next.note)
      refetch('admin.contacts')
      toast({ message: text.saved, kind: 'ok' })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  const isOpen = contact.status === 'open'
  return (
    <>
      <header className={panes.detailHead}>
        <Chip tone={isOpen ? 'warn' : 'ok'}>{text[contact.status]}</Chip>
        <span className="figures">{contact.number}</span>
        <span>{text.kinds[contact.kind]}</span>
      </header>
      <h3 className={panes.name}>{text.sama(contact.name)}</h3>
      <dl className={panes.facts}>
        <dt>{text.received}</dt>
        <dd>{detailTime(contact.created_at)}</dd>
        <dt>{text.email}</dt>
        <dd>{contact.email ?? text.noEmail}</dd>
        {contact.user !== null && (
          <>
            <dt>{text.username}</dt>
            <dd>@{contact.user.username}</dd>
          </>
        )}
        {contact.transaction_number !== null && (
          <>
            <dt>{text.transaction}</dt>
            <dd className="figures">{contact.transaction_number}</dd>
          </>
        )}
      </dl>
      <p className={styles.message}>{contact.message}</p>
      {contact.email !== null && (
        <ButtonLink
          variant="secondary"
          size="s"
          icon={iconMail}
          render={(link) => (
            <a
              {...link}
              href={`mailto:${encodeURIComponent(contact.email ?? '')}?subject=${encodeURIComponent(text.subject(contact.number))}`}
            >
              {link.children}
            </a>
          )}
        >
          {text.reply}
        </ButtonLink>
      )}
      <Field label={text.note}>
        <TextArea rows={3} value={note} maxLength={2_000} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className={panes.buttons}>
        <Button variant="secondary" disabled={note === contact.note} onClick={() => change({ note })}>
          {text.saveNote}
        </Button>
        <Button
          variant={isOpen ? 'primary' : 'secondary'}
          onClick={() => change({ note, status: isOpen ? 'done' : 'open' })}
        >
          {isOpen ? text.markDone : text.reopen}
        </Button>
      </div>
      {contact.acts.length > 0 && (
        <section>
          <h4 className={panes.historyTitle}>{text.history}</h4>
          <ol className={panes.history}>
            {contact.acts.map((act) => (
              <li key={act.at + act.act} className={panes.act}>
                <span>
                  {act.employee_name}：{text.acts[act.act]}
                </span>
                <time dateTime={act.at}>{detailTime(act.at)}</time>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
