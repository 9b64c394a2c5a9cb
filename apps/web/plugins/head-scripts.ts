import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('../src/app/theme-boot.js', import.meta.url))

/** Puts the theme script before everything else in the head, as a hashed file, and asks for the figure font early. */
export function headScripts(): Plugin {
  let themeFile = ''
  let building = false
  return {
    name: 'shirogane:head-scripts',
    configResolved(config) {
      building = config.command === 'build'
    },
    async buildStart() {
      if (!building) return
      const code = (await readFile(source, 'utf8'))
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/\n\s*/g, '\n')
        .trim()
      await transformWithOxc(code, source)
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
      themeFile = `assets/theme-${hash}.js`
      this.emitFile({ type: 'asset', fileName: themeFile, source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter-figures-.*\.woff2$/.test(name))
        const tags = [
          `<script src="/${building ? themeFile : 'src/app/theme-boot.js'}"></script>`,
          font === undefined
            ? ''
            : `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
        ]
        return html.replace('<!--head-->', tags.filter(Boolean).join('\n    '))
      },
    },
  }
}
