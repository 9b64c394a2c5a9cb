const formats = ['qr_code', 'code_128', 'ean_13', 'ean_8'] as const
type Format = (typeof formats)[number]

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeDetector = {
  new (options: { formats: Format[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Reads codes from pictures: the browser's own reader where it knows all our codes, else ours, which then is loaded. */
export async function createReader(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (native !== undefined) {
    const supported = await native.getSupportedFormats().catch((): string[] => [])
    if (formats.every((format) => supported.includes(format))) return new native({ formats: [...formats] })
  }
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // The library would fetch its file from a public server; ours comes with the app and works in a closed shop network.
  prepareZXingModule({
    overrides: {
      locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? wasm : folder + file),
    },
  })
  return new BarcodeDetector({ formats: [...formats] })
}
