import { useMemo } from 'react'
import { barsPath, code128 } from './code-128.ts'
import { qrPath } from '../../shared/qr-code/qr-code.ts'
import { text } from './code/text.ts'
import { useDevicePixels } from './use-device-pixels.ts'
import styles from './Codes.module.css'

/** Scanners read edges: every module is a whole number of the screen's own pixels, so no edge is ever smeared. */
function wholePixels(width: number, modules: number, ratio: number): number {
  return (Math.max(1, Math.floor((width * ratio) / modules)) * modules) / ratio
}

/** Both codes are drawn with the quiet zone that their standards ask for: 10 modules here, 4 there. */
const barQuiet = 10
const qrQuiet = 4

export function Barcode({ digits, width, height }: { digits: string; width: number; height: number }) {
  const ratio = useDevicePixels()
  const { path, modules } = useMemo(() => {
    const bars = code128(digits)
    return { path: barsPath(bars), modules: bars.length + 2 * barQuiet }
  }, [digits])
  return (
    <svg
      className={styles.code}
      width={wholePixels(width, modules, ratio)}
      height={height}
      viewBox={`${-barQuiet} 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={text.barcode}
    >
      <path d={path} />
    </svg>
  )
}

export function QrCode({ token, width }: { token: string; width: number }) {
  const ratio = useDevicePixels()
  const { size, path } = useMemo(() => qrPath(token), [token])
  const modules = size + 2 * qrQuiet
  const side = wholePixels(width, modules, ratio)
  return (
    <svg
      className={styles.code}
      width={side}
      height={side}
      viewBox={`${-qrQuiet} ${-qrQuiet} ${modules} ${modules}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={text.qr}
    >
      <path d={path} />
    </svg>
  )
}
