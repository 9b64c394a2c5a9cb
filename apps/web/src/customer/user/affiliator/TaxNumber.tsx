import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { taxNumberQuery } from './payout-queries.ts'
import { text } from './payout-text.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import styles from './payout.module.css'

/** The number that a member who is registered for consumption tax wants on their statements. */
export function TaxNumber() {
  const known = useQuery(taxNumberQuery())
  if (known.data === undefined) return null
  return <TaxForm key={known.data.registration_no} registered={known.data.registration_no} />
}

function TaxForm({ registered }: { registered: string | null }) {
  const client = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState(registered ?? '')
  const isOnline = useOnline()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useHoldUpdate(typed !== (registered ?? ''))
  const number = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const isWrong = number !== '' && !/^T\d{13}$/.test(number)

  async function save(): Promise<void> {
    if (isWrong) {
      setProblem(text.taxWrong)
      return
    }
    setProblem(null)
    setBusy(true)
    try {
      const body = { registration_no: number === '' ? null : number }
      client.setQueryData(taxNumberQuery().queryKey, await call('affiliates.changeTaxNumber', { body }))
      toast({ message: text.saved, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{text.taxTitle}</h2>
      <Card padded>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) void save()
          }}
        >
          <Field label={text.taxLabel} need="optional" helper={text.taxHelp} error={problem ?? undefined}>
            <TextInput
              autoComplete="off"
              inputMode="text"
              maxLength={20}
              placeholder={text.taxNone}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(null)
              }}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            busy={isBusy}
            disabled={!isOnline || number === (registered ?? '')}
          >
            {isOnline ? text.save : text.offline}
          </Button>
        </form>
      </Card>
    </section>
  )
}
