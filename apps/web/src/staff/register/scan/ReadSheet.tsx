import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Icon } from '@shirogane/ui/icons/Icon'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { iconSwap, iconWarn } from '@shirogane/ui/icons/icons'
import { iconScan } from '@shirogane/ui/icons/icons-staff'
import { PillButton } from '@shirogane/ui/actions/PillButton'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useMedia } from '@shirogane/ui/layout/use-media'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyListener } from './use-commands.ts'
import { normaliseCode } from '../../shared/scanner/code.ts'
import { typeInto } from '../../shared/scanner/scanner.ts'
import { text } from '../text.ts'
import type { CodeResult } from './use-code.ts'
import { useCamera } from './use-camera.ts'
import styles from './ReadSheet.module.css'

/** Where an open sheet takes the codes of a scanner, for the hook that hears the page's keys. */
export type ScanListener = RefObject<((code: string) => Promise<void>) | null>

type ReadSheetProps = {
  isOpen: boolean
  /** Opens with the camera running, or with the field for the figures. */
  withCamera: boolean
  onCamera: () => void
  onClose: () => void
  /** Keys that do not go to the field come here while the sheet is open; each answers how to take it back. */
  keys?: KeyListener
  /** A scanner's codes come here while the sheet is open, so that it ends, or says what it read, like any other reading. */
  scans: ScanListener
  /** What was typed of a code before the sheet was there. */
  typed?: RefObject<string>
  /** Null where something else was read meanwhile, and nothing came of this. */
  take: (code: string) => Promise<CodeResult | null>
}

const shownResults = 3
const cameraWords = {
  starting: text.cameraStarting,
  denied: text.cameraDenied,
  failed: text.cameraFailed,
} as const

function resultText(result: CodeResult): string {
  if (result.kind === 'article' || result.kind === 'weighing') return result.name
  if (result.kind === 'receipt') return text.receiptRead
  return result.kind === 'member' ? text.member : text.unknownCode
}

/** Reads a code by camera, or takes the figures under it. */
export function ReadSheet({
  isOpen,
  withCamera,
  onCamera,
  onClose,
  keys,
  scans,
  typed: begun,
  take,
}: ReadSheetProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isContinuous, setContinuous] = useState(false)
  const [results, setResults] = useState<readonly { id: number; text: string }[]>([])
  const nextId = useRef(0)
  /** As the sheet stands when the answer comes: the camera may have taken the place of the figures. */
  const closing = useRef(onClose)
  useEffect(() => {
    closing.current = onClose
  })
  /** Counts the openings: after the sheet was closed and opened again, it is about another code. */
  const opening = useRef(0)

  const read = async (code: string) => {
    const mine = opening.current
    const result = await take(code)
    if (result === null || mine !== opening.current) return
    nextId.current += 1
    const entry = { id: nextId.current, text: resultText(result) }
    setResults((now) => [entry, ...now].slice(0, shownResults))
    // A member is read once; articles one after the other, if so chosen. What was not read keeps the sheet open, and the
    // place of it is the scale's for what is weighed first.
    if (result.kind === 'member' || (result.kind === 'article' && !isContinuous)) closing.current()
  }
  // A tablet hides its own keyboard once a scanner hangs on it, and would cover half of the sheet with it before.
  const isTouch = useMedia('(pointer: coarse)')
  const hasKeypad = isTouch && !withCamera
  const press = (key: KeypadKey) => {
    setMissing(false)
    setTyped((now) => (key === 'clear' ? '' : key === 'erase' ? now.slice(0, -1) : now + key))
  }
  const onHardwareKey = useEffectEvent((key: KeypadKey) => {
    // The next key may fall into the field before the screen is drawn anew: it finds this one there.
    if (field.current !== null && /^\d+$/.test(key)) return typeInto(field.current, key)
    press(key)
    return () => setTyped(typed)
  })
  const onScan = useEffectEvent(read)
  useEffect(() => {
    if (!isOpen) return undefined
    scans.current = (code) => onScan(code)
    return () => {
      scans.current = null
    }
  }, [isOpen, scans])
  // Together with the drawing that takes the keys from the register, or a key that comes in between is lost.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    opening.current += 1
    setTyped(begun?.current ?? '')
    if (begun !== undefined) begun.current = ''
    setMissing(false)
    setResults([])
    if (keys === undefined) return undefined
    keys.current = (key) => (key === '.' ? null : onHardwareKey(key))
    return () => {
      keys.current = null
    }
  }, [isOpen, keys, begun])
  const [video, camera] = useCamera(isOpen && withCamera, (code) => void read(code))

  const submit = () => {
    if (normaliseCode(typed) === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    setTyped('')
    void read(typed)
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={text.readTitle}
      {...(!withCamera && { initialFocus: field })}
    >
      <div className={styles.read}>
        {withCamera ? (
          <>
            <div className={styles.view} data-on-dark="">
              {/* A live picture of the counter has nothing to caption. */}
              <video ref={video} className={styles.video} muted playsInline aria-label={text.readHint} />
              {camera.status === 'running' ? (
                <span className={styles.frame} aria-hidden="true" />
              ) : (
                <p className={styles.state} role="status">
                  {camera.status === 'starting' ? <Spinner size={24} /> : <Icon shape={iconWarn} size={24} />}
                  {cameraWords[camera.status]}
                </p>
              )}
            </div>
            <div className={styles.controls}>
              <Switch checked={isContinuous} onChange={(event) => setContinuous(event.target.checked)}>
                {text.continuous}
              </Switch>
              {camera.hasTorch && (
                <PillButton aria-pressed={camera.torch} onClick={camera.toggleTorch}>
                  {camera.torch ? text.torchOff : text.torchOn}
                </PillButton>
              )}
              {camera.cameras > 1 && (
                <PillButton icon={iconSwap} onClick={camera.switchCamera}>
                  {text.cameraSwitch}
                </PillButton>
              )}
            </div>
          </>
        ) : (
          <Button variant="secondary" icon={iconScan} onClick={onCamera}>
            {text.camera}
          </Button>
        )}
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field
            label={text.codeLabel}
            helper={text.codeHelper}
            error={isMissing ? text.codeNeeded : undefined}
          >
            <TextInput
              ref={field}
              size="s"
              inputMode={hasKeypad ? 'none' : 'numeric'}
              data-takes-codes=""
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="done"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setMissing(false)
              }}
            />
          </Field>
          {hasKeypad && <Keypad label={text.keypad} onKey={press} />}
          <Button type="submit" block>
            {text.codeRead}
          </Button>
        </form>
        {results.length > 0 && (
          <section aria-label={text.lastRead}>
            <h3 className={styles.heading}>{text.lastRead}</h3>
            <ul className={styles.results}>
              {results.map((result) => (
                <li key={result.id}>{result.text}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Sheet>
  )
}
