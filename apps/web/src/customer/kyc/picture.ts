import { limits } from '@shirogane/contract/rules/limits'

type Drawable = HTMLVideoElement | ImageBitmap

function sizeOf(source: Drawable): { width: number; height: number } {
  return source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height }
}

/** The picture as JPEG, no larger than it is needed: less to send, and nothing of the camera's notes goes along. */
export async function toJpeg(source: Drawable): Promise<Blob> {
  const { width, height } = sizeOf(source)
  const scale = Math.min(1, limits.privateLongSidePx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null || canvas.width === 0) throw new Error('There is nothing to draw')
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9)
  })
  if (blob === null) throw new Error('The picture could not be written')
  return blob
}

/** A chosen file, in the way up that its camera noted. */
export async function fileToJpeg(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await toJpeg(bitmap)
  } finally {
    bitmap.close()
  }
}
