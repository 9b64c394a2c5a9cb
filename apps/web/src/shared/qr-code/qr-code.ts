import { correction, generate } from 'lean-qr'

/** Level M survives a scratch and a fingerprint, and keeps the modules large. */
export function qrPath(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      let end = x
      while (code.get(end, y)) end += 1
      path += `M${x} ${y}h${end - x}v1H${x}z`
      x = end
    }
  }
  return { size: code.size, path }
}
