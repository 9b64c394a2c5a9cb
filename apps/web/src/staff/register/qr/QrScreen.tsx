import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconSwap, iconWarn } from '@shirogane/ui/icons/icons'
import { iconScan } from '@shirogane/ui/icons/icons-staff'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { staffQuery } from '../../shared/queries.ts'
import { useRegisterChoice } from '../../shared/device/device.ts'
import { normaliseCode } from '../../shared/scanner/code.ts'
import { useCamera } from '../scan/use-camera.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { VerifySheet } from '../scan/VerifySheet.tsx'
import { Found } from './Found.tsx'
import { text } from './text.ts'
import { useReading } from './use-reading.ts'
import styles from './qr.module.css'

const noRegisters: readonly { id: string; number: number; name: string }[] = []

/**
 * Reads each code that is held under the camera or the scanner, says what it is, and leads on to what can be done with
 * it.
 */
export default function QrScreen() {
  const staff = useQuery(staffQuery()).data
  const register = useRegisterChoice(staff?.store?.registers ?? noRegisters)
  const { reading, isBusy, past, read, show } = useReading(register?.id ?? null)
  const [isOn, setOn] = useState(true)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [verifying, setVerifying] = useState<string | null>(null)
  // What was read before stays on the screen until the next; it is read again in a moment.
  useHoldUpdate(isBusy || typed !== '' || verifying !== null)
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the camera fills the screen: what was read comes into sight by itself.
    if (reading !== null && !isBusy) result.current?.scrollIntoView({ block: 'nearest' })
  }, [reading, isBusy])
  const [video, camera] = useCamera(isOn && verifying === null, (code) => void read(code))
  useScanner({
    onScan: (code) => void read(code),
    onTyped: (characters) => {
      const before = typed
      setTyped(before + characters)
      field.current?.focus()
      return () => setTyped(before)
    },
    isPaused: verifying !== null,
  })

  return (
    <div className={styles.screen}>
      <section className={styles.left} aria-label={text.camera}>
        <h2 className={styles.title}>{text.title}</h2>
        {isOn ? (
          <div className={styles.view}>
            {camera.status === 'denied' || camera.status === 'failed' ? (
              <p className={styles.state} role="alert">
                <Icon shape={iconWarn} size={24} />
                {camera.status === 'denied' ? text.cameraDenied : text.cameraFailed}
              </p>
            ) : (
              <>
                <video ref={video} className={styles.video} muted playsInline aria-hidden="true" />
                <span className={styles.frame} aria-hidden="true" />
                {camera.status === 'starting' && (
                  <p className={styles.state} role="status">
                    {text.cameraStarting}
                  </p>
                )}
              </>
            )}
          </div>
        ) : null}
        <div className={styles.row}>
          <Button variant="secondary" size="s" icon={iconScan} onClick={() => setOn(!isOn)}>
            {isOn ? text.cameraOff : text.cameraOn}
          </Button>
          {isOn && camera.cameras > 1 && (
            <Button variant="secondary" size="s" icon={iconSwap} onClick={camera.switchCamera}>
              {text.cameraSwitch}
            </Button>
          )}
        </div>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            setMissing(normaliseCode(typed) === '')
            if (normaliseCode(typed) === '') return
            setTyped('')
            void read(typed)
          }}
        >
          <Field label={text.manual} helper={text.manualHelp} error={isMissing ? text.needed : undefined}>
            <TextInput
              ref={field}
              size="s"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setMissing(false)
              }}
            />
          </Field>
          <Button type="submit" block>
            {text.read}
          </Button>
        </form>
      </section>

      <section ref={result} className={styles.right} aria-label={text.result}>
        {isBusy ? (
          <p className={styles.idle} role="status">
            <Spinner size={24} />
            {text.reading}
          </p>
        ) : reading === null ? (
          <p className={styles.idle}>{text.idle}</p>
        ) : (
          <Found
            reading={reading}
            onAgain={() => {
              show(null)
              field.current?.focus()
            }}
            onVerify={setVerifying}
          />
        )}
        {past.length > 0 && (
          <section aria-label={text.recent}>
            <h3 className={styles.heading}>{text.recent}</h3>
            <ul className={styles.past}>
              {past.map(({ id, label, reading: old }) => (
                <li key={id}>
                  <button type="button" onClick={() => show(old)}>
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </section>
      {verifying !== null && <VerifySheet token={verifying} onClose={() => setVerifying(null)} />}
    </div>
  )
}
