import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { limits } from '@shirogane/contract/rules/limits'
import { useState } from 'react'
import { call, messageOf, type Output } from '../../shell/api/api.ts'
import { text } from './text.ts'
import styles from './approvals.module.css'

type Shown = Output<'approvals.show'>
type Props = { approval: Shown; onDecided: () => void }

/** A person who may decide stands beside the register: a PIN where they have one, or number and password. */
export function AtRegister({ approval, onDecided }: Props) {
  const withPin = approval.deciders.filter(({ has_pin }) => has_pin)
  const [way, setWay] = useState<'pin' | 'password'>(withPin.length > 0 ? 'pin' : 'password')
  return (
    <section className={styles.here} aria-label={text.here}>
      <h3 className={styles.hereTitle}>{text.here}</h3>
      {way === 'pin' ? (
        <ByPin approval={approval} deciders={withPin} onDecided={onDecided} />
      ) : (
        <ByPassword approval={approval} onDecided={onDecided} />
      )}
      {withPin.length > 0 && (
        <Button variant="quiet" block onClick={() => setWay(way === 'pin' ? 'password' : 'pin')}>
          {way === 'pin' ? text.usePassword : text.usePin}
        </Button>
      )}
    </section>
  )
}

type Approver = { employee_id: string } & ({ pin: string } | { password: string })

function useApprover(id: string, onDecided: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(body: Approver): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    try {
      await call('approvals.witness', { params: { id }, body })
      onDecided()
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, send, forgive: () => setProblem(null) }
}

function ByPin({ approval, deciders, onDecided }: Props & { deciders: Shown['deciders'] }) {
  const [who, setWho] = useState(deciders.length === 1 ? (deciders[0]?.id ?? '') : '')
  const [pin, setPin] = useState('')
  const { problem, isBusy, send, forgive } = useApprover(approval.id, onDecided)

  async function submit(digits: string): Promise<void> {
    if (who === '' || digits.length !== limits.staffPinDigits || isBusy) return
    if (!(await send({ employee_id: who, pin: digits }))) setPin('')
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
      <Field label={text.who}>
        <Select value={who} onChange={(event) => setWho(event.target.value)}>
          <option value="">{text.chooseWho}</option>
          {deciders.map(({ id, number, name }) => (
            <option key={id} value={id}>
              {name}（{number}）
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.pin} error={problem}>
        <PinInput
          masked
          value={pin}
          onChange={(digits) => {
            setPin(digits)
            forgive()
          }}
          onComplete={(digits) => void submit(digits)}
        />
      </Field>
      <Button
        type="submit"
        size="pos"
        block
        busy={isBusy}
        disabled={who === '' || pin.length !== limits.staffPinDigits}
      >
        {text.approve}
      </Button>
    </form>
  )
}

/** Nothing of this is remembered or filled in: the browser belongs to another person. */
function ByPassword({ approval, onDecided }: Props) {
  const [employee, setEmployee] = useState('')
  const [password, setPassword] = useState('')
  const { problem, isBusy, send, forgive } = useApprover(approval.id, onDecided)
  const isReady = employee.trim() !== '' && password !== ''

  async function submit(): Promise<void> {
    if (!isReady || isBusy) return
    if (!(await send({ employee_id: employee.trim(), password }))) setPassword('')
  }
  return (
    <form
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={text.employee}>
        <TextInput
          value={employee}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => {
            setEmployee(event.target.value)
            forgive()
          }}
        />
      </Field>
      <Field label={text.password} error={problem}>
        <PasswordInput
          value={password}
          autoComplete="new-password"
          onChange={(event) => {
            setPassword(event.target.value)
            forgive()
          }}
        />
      </Field>
      <Button type="submit" size="pos" block busy={isBusy} disabled={!isReady}>
        {text.approve}
      </Button>
    </form>
  )
}
