import Code128C from 'jsbarcode/src/barcodes/CODE128/CODE128C.js'

/** The modules of a bar code of digits, true for a bar. Set C holds two digits in one symbol, so 16 digits take 123 modules. */
export function code128(digits: string): boolean[] {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('This bar code holds an even number of digits')
  const { data } = new Code128C(digits, {}).encode()
  return Array.from(data, (module) => module === '1')
}

/** Where the bars stand, as one path in units of a module, one unit high. */
export function barsPath(modules: readonly boolean[]): string {
  let path = ''
  for (let start = 0; start < modules.length; start += 1) {
    if (modules[start] !== true) continue
    let end = start
    while (modules[end] === true) end += 1
    path += `M${start} 0h${end - start}v1H${start}z`
    start = end
  }
  return path
}
