import { limits } from '@shirogane/contract/rules/limits'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { iconPhoto, iconUser } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { adoptUser, useSession } from '../../../shell/session/session.ts'
import { Cropper } from './Cropper.tsx'
import { placeIn, startCrop } from './crop.ts'
import { text } from './text.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import styles from './AvatarSheet.module.css'

/** The picture is cut and made small on the phone, which also reads the formats that only phones know. */
export function AvatarSheet({ name, onClose }: { name: string; onClose: () => void }) {
  const { auth } = useSession()
  const toast = useToast()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(startCrop)
  const [problem, setProblem] = useState<string | null>(null)
  const [asksRemoval, setAsksRemoval] = useState(false)
  useHoldUpdate(picture !== null)
  if (auth === null) return null

  async function open(file: File | undefined): Promise<void> {
    if (file === undefined) return
    setProblem(null)
    if (file.size > limits.avatarBytesMax) return setProblem(text.tooLarge)
    try {
      const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
      setCrop(startCrop)
      setPicture(bitmap)
    } catch {
      setProblem(text.wrongType)
    }
  }

  async function show(avatar: string | null, done: string): Promise<void> {
    adoptUser(await call('users.avatar', { params: { id: auth?.id ?? '' }, body: { avatar } }))
    toast({ message: done, kind: 'ok' })
    onClose()
  }

  async function use(): Promise<void> {
    if (picture === null) return
    try {
      const { image_url } = await call('files.avatar', { file: await cut(picture, crop) })
      await show(image_url, text.saved)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  async function remove(): Promise<void> {
    try {
      await show(null, text.removed)
    } catch (error) {
      setAsksRemoval(false)
      setProblem(messageOf(error))
    }
  }

  return (
    <>
      <Sheet
        isOpen={!asksRemoval}
        onClose={onClose}
        title={picture === null ? text.title : text.crop}
        footer={
          picture !== null && (
            <div className={styles.buttons}>
              <Button block onClick={use}>
                {text.use}
              </Button>
              <Button block variant="quiet" onClick={() => setPicture(null)}>
                {text.again}
              </Button>
            </div>
          )
        }
      >
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {picture === null ? (
          <div className={styles.choices}>
            <span className={styles.now}>
              <Avatar name={name} src={auth.avatar} size={96} ring />
            </span>
            <Button block variant="secondary" icon={iconUser} onClick={() => camera.current?.click()}>
              {text.take}
            </Button>
            <Button block variant="secondary" icon={iconPhoto} onClick={() => album.current?.click()}>
              {text.choose}
            </Button>
            {auth.avatar !== null && (
              <Button block variant="quiet" onClick={() => setAsksRemoval(true)}>
                {text.remove}
              </Button>
            )}
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="user"
              hidden
              aria-label={text.take}
              onChange={(event) => void open(takeFile(event.target))}
            />
            <input
              ref={album}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
              hidden
              aria-label={text.choose}
              onChange={(event) => void open(takeFile(event.target))}
            />
          </div>
        ) : (
          <Cropper picture={picture} crop={crop} onChange={setCrop} />
        )}
      </Sheet>
      {asksRemoval && (
        <AlertDialog
          isOpen
          destructive
          title={text.removeAsk}
          confirmLabel={text.removeConfirm}
          cancelLabel={text.cancel}
          onConfirm={remove}
          onCancel={() => setAsksRemoval(false)}
        />
      )}
    </>
  )
}

/** The same file can be chosen again after it was refused. */
function takeFile(input: HTMLInputElement): File | undefined {
  const file = input.files?.[0]
  input.value = ''
  return file
}

async function cut(picture: ImageBitmap, crop: typeof startCrop): Promise<Blob> {
  const side = limits.avatarSidePx
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  const { left, top, width, height } = placeIn(picture, crop, side)
  // A picture with holes in it would show the black of a JPEG through them.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, left, top, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture could not be cut')) : resolve(blob)),
      'image/jpeg',
      0.92,
    )
  })
}
