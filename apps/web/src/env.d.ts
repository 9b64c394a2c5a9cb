/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_APP_VERSION: string
}

declare module 'jsbarcode/src/barcodes/CODE128/CODE128C.js' {
  /** The encoder alone: it turns digits into modules and draws nothing. */
  export default class Code128C {
    constructor(data: string, options: object)
    encode(): { data: string; text: string }
  }
}

interface Window {
  /** Of Trusted Types what the app needs; `register` takes what a rule makes as it takes a text. Not in every browser. */
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL: (address: string) => string }
  }
}
