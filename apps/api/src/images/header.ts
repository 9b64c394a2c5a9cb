/**
 * What a picture says of itself in its first bytes. Read before anything is decoded: a few kilobytes can claim to be
 * gigapixels, and the claim is enough to refuse them. Null where the bytes are no picture that we take.
 */
export type ImageHeader = { format: 'jpeg' | 'png' | 'webp'; width: number; height: number }

export function readImageHeader(bytes: Buffer): ImageHeader | null {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  } catch (error) {
    // A header that ends in the middle is none.
    if (error instanceof RangeError) return null
    throw error
  }
}

function sized(format: ImageHeader['format'], width: number, height: number): ImageHeader | null {
  return width > 0 && height > 0 ? { format, width, height } : null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(bytes: Buffer): ImageHeader | null {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return sized('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Markers that begin a frame and carry its size; C4, C8 and CC share their range and do not. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return null
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (frameMarkers.has(marker)) {
      return sized('jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    } else if (marker === 0xda || marker === 0xd9) {
      return null
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
    }
  }
}

function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sized('webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return sized('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return sized('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}
