import type { RegisterDevice, StoreSheet } from '@shirogane/contract/resources/brand/stores'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { chooseRegister, useRegisterChoice } from '../shared/device/device.ts'
import { useHolds } from '../shared/queries.ts'
import { hasUnsavedSale } from '../shared/logout/unsaved-work.ts'
import { showStore } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

/** Which browsers are registers of a shop: this one becomes one here, and any of them ends being one. */
export function StoreDevices({ store, withStepUp }: { store: StoreSheet; withStepUp: StepUp['withStepUp'] }) {
  const toast = useToast()
  const mayKeep = useHolds('devices')
  const [problem, setProblem] = useState<string | null>(null)
  const standing = useRegisterChoice(store.registers)
  const open = store.registers.filter(({ closed_at }) => closed_at === null)
  const nameOf = (id: string) => store.registers.find((register) => register.id === id)?.name ?? ''

  async function act(work: () => Promise<{ next: StoreSheet; said: string } | null>): Promise<void> {
    setProblem(null)
    try {
      const done = await work()
      if (done === null) return
      showStore(done.next)
      toast({ message: done.said, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const enrol = (register: string) =>
    act(async () => {
      // As another register the browser would not find it again.
      if (register !== standing?.id && hasUnsavedSale()) {
        setProblem(text.deviceInUse)
        return null
      }
      const done = await withStepUp('store', () =>
        call('admin.enrolDevice', { params: { id: store.id, register } }),
      )
      if (done === null) return null
      chooseRegister(register)
      return { next: done.value, said: text.deviceEnrolled(nameOf(register)) }
    })
  const remove = (device: RegisterDevice) =>
    act(async () => {
      const next = await call('admin.removeDevice', { params: { id: store.id, device: device.id } })
      return { next, said: text.deviceRemoved }
    })
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{text.devices}</h3>
      <p className={styles.note}>{text.devicesLead}</p>
      {store.devices.length === 0 && <p className={styles.note}>{text.noDevices}</p>}
      <ul className={styles.rows}>
        {store.devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            register={nameOf(device.register_id)}
            onRemove={mayKeep ? () => remove(device) : null}
          />
        ))}
      </ul>
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      {mayKeep && store.closed_on === null && <Enrol registers={open} onEnrol={enrol} />}
    </section>
  )
}

function Enrol({
  registers,
  onEnrol,
}: {
  registers: StoreSheet['registers']
  onEnrol: (register: string) => Promise<void>
}) {
  const standing = useRegisterChoice(registers)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const register = chosen ?? standing?.id ?? ''
  return (
    <form
      className={panes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void onEnrol(register).finally(() => setBusy(false))
      }}
    >
      <Field label={text.deviceRegister}>
        <Select value={register} onChange={(event) => setChosen(event.target.value)}>
          {registers.map(({ id, number, name }) => (
            <option key={id} value={id}>
              {text.register(number)} {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary" type="submit" block busy={isBusy} disabled={register === ''}>
        {text.enrolDevice}
      </Button>
    </form>
  )
}

function DeviceRow({
  device,
  register,
  onRemove,
}: {
  device: RegisterDevice
  register: string
  onRemove: (() => Promise<void>) | null
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <li className={styles.registerRow}>
      <div className={styles.registerHead}>
        <span className={styles.storeName}>{device.label}</span>
        {device.current && <Chip small>{text.thisDevice}</Chip>}
      </div>
      <p>
        {text.deviceOf(register, device.enrolled_by)}
        {'　'}
        <time dateTime={device.enrolled_at}>{detailTime(device.enrolled_at)}</time>
        <br />
        <time dateTime={device.last_used_at}>{text.deviceUsed(detailTime(device.last_used_at))}</time>
      </p>
      {onRemove !== null && (
        <div className={styles.registerTools}>
          <Button
            variant="quiet"
            aria-label={`${text.removeDevice}：${device.label}（${register}）`}
            onClick={() => setAsking(true)}
          >
            {text.removeDevice}
          </Button>
          <AlertDialog
            isOpen={isAsking}
            title={text.removeDeviceTitle}
            confirmLabel={text.removeDeviceConfirm}
            destructive
            onConfirm={() => {
              setAsking(false)
              void onRemove()
            }}
            onCancel={() => setAsking(false)}
          >
            {text.removeDeviceText(device.label, register)}
          </AlertDialog>
        </div>
      )}
    </li>
  )
}
