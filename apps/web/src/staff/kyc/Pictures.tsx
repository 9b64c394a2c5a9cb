import type { KycSide } from '@shirogane/contract/inputs/identity'
import type { KycDetail } from '@shirogane/contract/resources/members/kyc'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { classNames } from '@shirogane/ui/class-names'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { iconEyeoff, iconPlus, iconRefresh } from '@shirogane/ui/icons/icons'
import { iconMinus } from '@shirogane/ui/icons/icons-lazy'
import { PillButton } from '@shirogane/ui/actions/PillButton'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { type Area, Mask } from './Mask.tsx'
import { text } from './text.ts'
import { usePicture } from './use-picture.ts'
import styles from './kyc.module.css'

type Props = { request: KycDetail; onRedacted: () => void }

/** One picture at a time, because each look is on record. */
export function Pictures({ request, onRedacted }: Props) {
  const [side, setSide] = useState<KycSide>(request.images[0]?.side ?? 'front')
  if (request.images.length === 0 || request.is_archived) {
    return (
      <section className={styles.pictures} aria-label={text.images}>
        <EmptyState title={request.seen ? text.seen : request.is_archived ? text.archived : text.noImages} />
      </section>
    )
  }
  return (
    <section className={styles.pictures} aria-label={text.images}>
      <Segmented<KycSide>
        label={text.images}
        options={request.images.map((image) => ({ value: image.side, label: text.sides[image.side] }))}
        value={side}
        onChange={setSide}
      />
      <Viewer key={side} request={request} side={side} onRedacted={onRedacted} />
    </section>
  )
}

const zooms = [1, 1.5, 2, 3, 4] as const

function Viewer({ request, side, onRedacted }: Props & { side: KycSide }) {
  const toast = useToast()
  const [version, setVersion] = useState(0)
  const picture = usePicture(request.id, side, version)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const [areas, setAreas] = useState<readonly Area[] | null>(null)
  const [asks, setAsks] = useState(false)
  const canvas = useRef<HTMLDivElement>(null)
  const image = request.images.find((each) => each.side === side)

  // The middle of the picture stays in the middle while it grows.
  useEffect(() => {
    const box = canvas.current
    box?.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2)
  }, [zoom])

  async function redact(): Promise<void> {
    setAsks(false)
    try {
      await call('admin.kycRedact', { params: { id: request.id, side }, body: { areas: [...(areas ?? [])] } })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
      return
    }
    toast({ message: text.redactDone, kind: 'ok' })
    setAreas(null)
    setVersion((count) => count + 1)
    onRedacted()
  }

  return (
    <>
      <div ref={canvas} className={styles.canvas}>
        {picture.url !== null && (
          <div
            className={classNames(styles.paper, zoom === 0 && styles.whole)}
            style={{
              ...(zoom > 0 && { width: `${String((zooms[zoom] ?? 1) * 100)}%` }),
              rotate: `${String(turns * 90)}deg`,
            }}
          >
            <img src={picture.url} alt={text.sides[side]} draggable={false} />
            {areas !== null && <Mask areas={areas} onChange={setAreas} />}
          </div>
        )}
        {picture.url === null && picture.problem === null && <Spinner size={24} />}
        {picture.problem !== null && (
          <div className={styles.broken}>
            <p role="alert">{picture.problem}</p>
            <Button variant="secondary" size="s" icon={iconRefresh} onClick={picture.reload}>
              {text.loadFailed}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.tools}>
        {areas === null ? (
          <>
            <PillButton
              icon={iconMinus}
              disabled={zoom === 0}
              onClick={() => setZoom((index) => Math.max(0, index - 1))}
            >
              {text.zoomOut}
            </PillButton>
            <PillButton
              icon={iconPlus}
              disabled={zoom === zooms.length - 1}
              onClick={() => setZoom((index) => Math.min(zooms.length - 1, index + 1))}
            >
              {text.zoomIn}
            </PillButton>
            <PillButton icon={iconRefresh} onClick={() => setTurns((count) => count + 1)}>
              {text.rotate}
            </PillButton>
            <PillButton
              icon={iconEyeoff}
              disabled={picture.url === null}
              onClick={() => {
                setTurns(0)
                setAreas([])
              }}
            >
              {text.redact}
            </PillButton>
            {image && (
              <span className={styles.taken}>
                {image.redacted && <Chip small>{text.redacted}</Chip>}
                <Chip small tone={image.source === 'camera' ? 'neutral' : 'warn'}>
                  {text.source[image.source]}
                </Chip>
                <span className="figures">{detailTime(image.taken_at)}</span>
              </span>
            )}
          </>
        ) : (
          <>
            <p className={styles.maskHint}>{text.redactHint}</p>
            <PillButton onClick={() => setAreas(null)}>{text.cancel}</PillButton>
            <Button variant="danger" size="s" disabled={areas.length === 0} onClick={() => setAsks(true)}>
              {text.redactSave(areas.length)}
            </Button>
          </>
        )}
      </div>
      <AlertDialog
        isOpen={asks}
        destructive
        title={text.redactAsk}
        confirmLabel={text.redact}
        cancelLabel={text.cancel}
        onConfirm={() => void redact()}
        onCancel={() => setAsks(false)}
      >
        {text.redactBody}
      </AlertDialog>
    </>
  )
}
