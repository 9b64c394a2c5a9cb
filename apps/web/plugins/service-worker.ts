import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'
import type { Plugin } from 'vite'

/** What a customer's phone keeps: the shell and its screens, but neither the staff's area nor lists made for the server. */
function isShell(name: string): boolean {
  return !/\.(map|wasm)$|^(routes\.json|\.vite\/)|admin|register-|scanner/i.test(name)
}

/** Compiles the worker and gives it the list of files and a version made from their contents. */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'shirogane:service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const names = Object.keys(bundle)
          .filter((name) => isShell(name) && name !== 'index.html')
          .sort()
        const version = createHash('sha256')
        for (const name of Object.keys(bundle).sort()) {
          const file = bundle[name]
          version.update(name).update(file?.type === 'chunk' ? file.code : (file?.source ?? ''))
        }
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false })
        const files = ['/', ...names.map((name) => `/${name}`), '/manifest.webmanifest']
        const head = `const VERSION=${JSON.stringify(version.digest('hex').slice(0, 16))};const FILES=${JSON.stringify(files)};\n`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + code })
      },
    },
  }
}
