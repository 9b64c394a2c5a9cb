/** Which square of a picture is shown: its centre in shares of the picture, and how much larger than needed it is drawn. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const zoomMax = 4
export const startCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }

/** Pixels of the picture that one side of the square covers. */
export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The nearest square that lies wholly within the picture. */
export function clampCrop(size: Size, crop: Crop): Crop {
  const zoom = Math.min(zoomMax, Math.max(1, crop.zoom))
  const half = sideOf(size, zoom) / 2
  const keep = (share: number, length: number) => Math.min(1 - half / length, Math.max(half / length, share))
  return { x: keep(crop.x, size.width), y: keep(crop.y, size.height), zoom }
}

/** The square after the picture was dragged by so many of the frame's own pixels. */
export function dragCrop(size: Size, crop: Crop, frame: number, dx: number, dy: number): Crop {
  const scale = sideOf(size, crop.zoom) / frame
  return clampCrop(size, {
    ...crop,
    x: crop.x - (dx * scale) / size.width,
    y: crop.y - (dy * scale) / size.height,
  })
}

/** Where the picture lies in a frame of this many pixels. */
export function placeIn(
  size: Size,
  crop: Crop,
  frame: number,
): { left: number; top: number; width: number; height: number } {
  const scale = frame / sideOf(size, crop.zoom)
  return {
    width: size.width * scale,
    height: size.height * scale,
    left: frame / 2 - crop.x * size.width * scale,
    top: frame / 2 - crop.y * size.height * scale,
  }
}
