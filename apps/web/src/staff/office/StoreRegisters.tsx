import type { StoreRegister, StoreSheet } from '@shirogane/contract/resources/brand/stores'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, type Body, call, messageOf } from '../../shell/api/api.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { showStore } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

export type Acting = { store: StoreSheet; mayChange: boolean; withStepUp: StepUp['withStepUp'] }

/** The registers of a shop: named anew, taken out of use and back into it, and another one. None is ever removed. */
export function StoreRegisters({ store, mayChange, withStepUp }: Acting) {
  const toast = useToast()
  const [name, setName] = useState('')
  /** What the registers are to be called, by their ids, until it is saved. */
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const isNamed = ({ id, name: before }: StoreRegister) => (names[id] ?? before).trim() !== before
  const act = async (said: string, work: () => Promise<StoreSheet>): Promise<boolean> => {
    setProblem(null)
    try {
      const done = await withStepUp('store', work)
      if (done === null) return false
      showStore(done.value)
      toast({ message: said, kind: 'ok' })
      return true
    } catch (error) {
      const [field] = error instanceof ApiError ? Object.values(error.fields) : []
      setProblem(field ?? messageOf(error))
      return false
    }
  }
  const add = async () => {
    const work = () => call('admin.createRegister', { params: { id: store.id }, body: { name } })
    if (await act(text.registerAdded, work)) setName('')
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.registers}</h3>
      <ul className={styles.rows}>
        {store.registers.map((register) => (
          <RegisterRow
            key={register.id}
            register={register}
            name={names[register.id] ?? register.name}
            onName={(typed) => setNames((now) => ({ ...now, [register.id]: typed }))}
            mayChange={mayChange}
            onChange={async (body, said) => {
              const params = { id: store.id, register: register.id }
              const isDone = await act(said, () => call('admin.updateRegister', { params, body }))
              if (isDone && body.name !== undefined)
                setNames(({ [register.id]: _saved, ...others }) => others)
            }}
          />
        ))}
      </ul>
      <Unsaved when={name.trim() !== '' || store.registers.some(isNamed)} within="id" />
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      {mayChange && (
        <form
          className={panes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <Field label={text.registerName}>
            <TextInput
              value={name}
              maxLength={20}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button variant="secondary" type="submit" block disabled={name.trim() === ''}>
            {text.addRegister}
          </Button>
        </form>
      )}
    </section>
  )
}

function RegisterRow({
  register,
  name,
  onName,
  mayChange,
  onChange,
}: {
  register: StoreRegister
  name: string
  onName: (typed: string) => void
  mayChange: boolean
  onChange: (body: Body<'admin.updateRegister'>, said: string) => Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  const isOut = register.closed_at !== null
  const number = text.register(register.number)
  return (
    <li className={styles.registerRow}>
      <div className={styles.registerHead}>
        <span className="figures">{number}</span>
        <span className={styles.storeName}>{register.name}</span>
        {isOut && <Chip small>{text.registerOut}</Chip>}
      </div>
      {mayChange && (
        <>
          <Field label={`${text.registerName}（${number}）`}>
            <TextInput
              value={name}
              maxLength={20}
              autoComplete="off"
              onChange={(event) => onName(event.target.value)}
            />
          </Field>
          <div className={styles.registerTools}>
            <Button
              size="s"
              variant="secondary"
              aria-label={`${text.save}：${number}`}
              disabled={name.trim() === '' || name.trim() === register.name}
              onClick={() => onChange({ name }, text.saved)}
            >
              {text.save}
            </Button>
            {isOut ? (
              <Button
                size="s"
                variant="secondary"
                aria-label={`${text.reopenRegister}：${number}`}
                onClick={() => onChange({ closed: false }, text.registerReopened)}
              >
                {text.reopenRegister}
              </Button>
            ) : (
              <Button
                size="s"
                variant="quiet"
                aria-label={`${text.closeRegister}：${number}`}
                onClick={() => setAsking(true)}
              >
                {text.closeRegister}
              </Button>
            )}
          </div>
          <AlertDialog
            isOpen={isAsking}
            title={text.closeTitle}
            confirmLabel={text.closeConfirm}
            destructive
            onConfirm={() => {
              setAsking(false)
              void onChange({ closed: true }, text.registerClosed)
            }}
            onCancel={() => setAsking(false)}
          >
            {text.closeText(register.name)}
          </AlertDialog>
        </>
      )}
    </li>
  )
}
