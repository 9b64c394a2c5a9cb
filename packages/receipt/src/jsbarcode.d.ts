declare module 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js' {
  /** The encoder alone: it turns text into modules and draws nothing. */
  const code128: {
    default: new (data: string, options: object) => { encode(): { data: string; text: string } }
  }
  export default code128
}

declare module 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js' {
  /** The encoder alone, for text of any kind. */
  export default class Code128Auto {
    constructor(data: string, options: object)
    encode(): { data: string; text: string }
  }
}
