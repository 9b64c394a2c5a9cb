import { Button } from '@shirogane/ui/actions/Button'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useOnline } from '../../shell/realtime/connection.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { FormProblems } from './FormProblems.tsx'
import { text } from './text.ts'
import type { FormErrors } from './use-form-errors.ts'
import styles from './EditPage.module.css'

type EditPageProps = {
  form: FormErrors & {
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
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    if (await form.save()) toast({ message: text.saved, kind: 'ok' })
    setSaving(false)
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
        <FormProblems of={[form]} />
        {children}
      </div>
      {form.isDirty && (
        <StickyFooter>
          <Button type="submit" block busy={isSaving} disabled={!isOnline}>
            {isOnline ? text.save : text.offline}
          </Button>
        </StickyFooter>
      )}
      <Unsaved when={form.isDirty} />
    </form>
  )
}
