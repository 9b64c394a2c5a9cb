import { Button } from '@shirogane/ui/Button'
import { FormSummary } from '@shirogane/ui/FormSummary'
import { StickyFooter } from '@shirogane/ui/StickyFooter'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useOnline } from '../../lib/connection.ts'
import { Unsaved } from '../../lib/Unsaved.tsx'
import { text } from './text.ts'
import styles from './EditPage.module.css'

type EditPageProps = {
  form: {
    problem: string | null
    isDirty: boolean
    /** Answers whether everything was saved. */
    save: () => Promise<boolean>
  }
  children: ReactNode
}

/** A page of the settings that is a form: the button is there once there is something to save. */
export function EditPage({ form, children }: EditPageProps) {
  const isOnline = useOnline()
  const toast = useToast()
  const problem = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.problem !== null) problem.current?.focus()
  }, [form.problem])
  const save = async () => {
    if (await form.save()) toast({ message: text.saved, kind: 'ok' })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.page}>
        {form.problem !== null && <FormSummary ref={problem} title={form.problem} />}
        {children}
      </div>
      {form.isDirty && (
        <StickyFooter>
          <Button block disabled={!isOnline} onClick={save}>
            {isOnline ? text.save : text.offline}
          </Button>
        </StickyFooter>
      )}
      <Unsaved when={form.isDirty} />
    </form>
  )
}
