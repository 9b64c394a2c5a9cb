import { sentenceOf } from '@shirogane/contract/wire/errors'
import { type FaceAction, type KycSide, sidesOf } from '@shirogane/contract/inputs/identity'
import { faceActionNames } from '@shirogane/contract/inputs/identity-text'
import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconWarn, iconX } from '@shirogane/ui/icons/icons'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { keepShot, useDraft } from './draft.ts'
import { fileToJpeg } from './picture.ts'
import { text } from './text.ts'
import { type Camera, useCamera } from './use-camera.ts'
import styles from './capture.module.css'

type Taken = { blob: Blob; url: string; source: 'camera' | 'file' }

const stateText = {
  starting: text.cameraStarting,
  denied: sentenceOf('CAMERA_DENIED'),
  failed: text.cameraFailed,
}

/** Seconds between the tap and the picture, for a movement that cannot be made with a finger on the button. */
const actionSeconds = 3

function titleOf(side: KycSide, isPassport: boolean) {
  if (isPassport && side === 'front') return text.passportFront
  if (isPassport && side === 'back') return text.passportBack
  return text.shots[side]
}

/** One picture, over the whole screen: look, take, read it once more, send. */
export function CaptureStep({
  side,
  action,
  hasCounter,
}: {
  side: KycSide
  action: FaceAction
  /** Identity documents may be shown in a shop instead. */
  hasCounter: boolean
}) {
  const go = useGo()
  const isHere = useIsHere()
  const draft = useDraft()
  const [taken, setTaken] = useState<Taken | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stage = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const document = draft.document ?? 'driver_license'
  const sides = sidesOf(document)
  const isFace = side === 'face' || side === 'action'
  const [video, camera] = useCamera(taken === null, isFace ? 'user' : 'environment')
  const { title, hint } = titleOf(side, document === 'passport')

  useEffect(() => {
    const dialog = stage.current
    dialog?.showModal()
    heading.current?.focus()
    return () => dialog?.close()
  }, [])

  const leave = () => go(paths.kyc('doc'), { replace: true })

  function show(blob: Blob, source: Taken['source']): void {
    setProblem(null)
    setTaken({ blob, source, url: URL.createObjectURL(blob) })
  }

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return
    if (file.size > limits.privateBytesMax) return setProblem(text.fileLarge)
    try {
      show(await fileToJpeg(file), 'file')
    } catch {
      setProblem(text.fileBroken)
    }
  }

  function again(): void {
    if (taken) URL.revokeObjectURL(taken.url)
    setProblem(null)
    setTaken(null)
  }

  async function send({ blob, url, source }: Taken): Promise<void> {
    setProblem(null)
    try {
      const { filepath } = await call('files.private', { file: blob })
      keepShot(side, { filepath, source, url })
    } catch (error) {
      setProblem(messageOf(error))
      return
    }
    const next = sides.find((each) => each !== side && draft.shots[each] === undefined)
    if (isHere()) go(paths.kyc(next ?? 'confirm'), { replace: true })
  }

  return (
    // In front of everything and dark in both themes, as a camera is; Escape and the phone's back gesture close it.
    <dialog
      ref={stage}
      className={styles.stage}
      data-theme="dark"
      data-on-dark=""
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <header className={styles.head}>
        <IconButton icon={iconX} label={text.close} className={styles.close} onClick={leave} />
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <span className={styles.count}>{text.count(sides.indexOf(side) + 1, sides.length)}</span>
      </header>
      {taken ? (
        <Review taken={taken} isFace={isFace} problem={problem} onUse={() => send(taken)} onAgain={again} />
      ) : (
        <Viewfinder
          video={video}
          camera={camera}
          isFace={isFace}
          isTilted={side === 'side'}
          hint={side === 'action' ? faceActionNames[action] : hint}
          note={isFace ? null : document === 'my_number_card' ? text.myNumber : text.glare}
          isTimed={side === 'action'}
          problem={problem}
          onShot={(blob) => show(blob, 'camera')}
          onFile={(file) => void choose(file)}
          onCounter={hasCounter ? () => go(paths.kyc('counter'), { replace: true }) : null}
        />
      )}
    </dialog>
  )
}

type ViewfinderProps = {
  video: RefObject<HTMLVideoElement | null>
  camera: Camera
  isFace: boolean
  isTilted: boolean
  hint: string
  note: string | null
  isTimed: boolean
  problem: string | null
  onShot: (blob: Blob) => void
  onFile: (file: File | undefined) => void
  onCounter: (() => void) | null
}

function Viewfinder({
  video,
  camera,
  isFace,
  isTilted,
  hint,
  note,
  isTimed,
  problem,
  onShot,
  onFile,
  onCounter,
}: ViewfinderProps) {
  const picker = useRef<HTMLInputElement>(null)
  const seconds = useCountdown(async () => onShot(await camera.shoot()))
  const isRunning = camera.status === 'running'
  return (
    <>
      <div className={styles.view}>
        {/* A live picture has nothing to caption. */}
        <video
          ref={video}
          className={classNames(styles.video, isFace && styles.mirrored)}
          muted
          playsInline
          aria-label={hint}
        />
        {isRunning && (
          <span
            className={classNames(styles.frame, isFace && styles.oval, isTilted && styles.tilted)}
            aria-hidden="true"
          />
        )}
        {camera.status !== 'running' && (
          <p className={styles.state} role="status">
            {camera.status === 'starting' ? <Spinner size={24} /> : <Icon shape={iconWarn} size={24} />}
            {stateText[camera.status]}
          </p>
        )}
        {isRunning && (
          <p className={styles.hint}>
            <b>{seconds.left === null ? hint : text.countdown(seconds.left)}</b>
            {note !== null && <span>{note}</span>}
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            <Icon shape={iconWarn} size={16} />
            {problem}
          </p>
        )}
        {camera.status === 'denied' || camera.status === 'failed' ? (
          <div className={styles.pair}>
            <Button variant="secondary" onClick={camera.restart}>
              {text.tryCamera}
            </Button>
            <Button onClick={() => picker.current?.click()}>{text.chooseFile}</Button>
            <input
              ref={picker}
              type="file"
              accept="image/*"
              capture={isFace ? 'user' : 'environment'}
              className="visuallyHidden"
              tabIndex={-1}
              aria-label={text.chooseFile}
              onChange={(event) => {
                onFile(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </div>
        ) : isTimed ? (
          <Button block disabled={!isRunning || seconds.left !== null} onClick={seconds.start}>
            {text.startAction}
          </Button>
        ) : (
          <div className={styles.shutterRow}>
            <button
              type="button"
              className={styles.shutter}
              aria-label={text.shoot}
              disabled={!isRunning}
              onClick={() => void camera.shoot().then(onShot, camera.restart)}
            />
            {camera.hasTorch && (
              <Button variant="quiet" size="s" className={styles.torch} onClick={camera.toggleTorch}>
                {camera.torch ? text.torchOff : text.torchOn}
              </Button>
            )}
          </div>
        )}
        {onCounter !== null && (
          <Button variant="quiet" block onClick={onCounter}>
            {text.atCounter}
          </Button>
        )}
      </footer>
    </>
  )
}

/** Counts down and then does it, and says the seconds aloud for a customer who cannot look at the screen. */
function useCountdown(done: () => Promise<void>) {
  const [left, setLeft] = useState<number | null>(null)
  const announce = useAnnounce()
  const finish = useEffectEvent(() => void done().catch(() => setLeft(null)))
  const say = useEffectEvent((seconds: number) => announce(text.countdown(seconds)))
  useEffect(() => {
    if (left === null) return undefined
    if (left === 0) {
      finish()
      return undefined
    }
    say(left)
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return { left: left === 0 ? null : left, start: () => setLeft(actionSeconds) }
}

type ReviewProps = {
  taken: Taken
  isFace: boolean
  problem: string | null
  onUse: () => Promise<void>
  onAgain: () => void
}

function Review({ taken, isFace, problem, onUse, onAgain }: ReviewProps) {
  return (
    <>
      <div className={styles.view}>
        <img src={taken.url} alt="" className={styles.taken} />
      </div>
      <footer className={styles.foot}>
        {problem === null ? (
          <p className={styles.question}>{isFace ? text.faceVisible : text.readable}</p>
        ) : (
          <p className={styles.problem} role="alert">
            <Icon shape={iconWarn} size={16} />
            {problem}
          </p>
        )}
        <div className={styles.pair}>
          <Button variant="secondary" onClick={onAgain}>
            {text.again}
          </Button>
          <Button onClick={onUse}>{problem === null ? text.use : text.retry}</Button>
        </div>
      </footer>
    </>
  )
}
