import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Fonts and pictures are compressed already, and below this size the headers outweigh the gain. */
const compressible = /\.(js|css|html|svg|json|webmanifest)$/
const smallestBytes = 600

/** Writes a .gz and a .br beside every text file, so that no request ever waits for a compressor. */
export function compress(): Plugin {
  let directory = ''
  return {
    name: 'shirogane:compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      for (const entry of await readdir(directory, { recursive: true })) {
        const file = join(directory, entry)
        if (!compressible.test(file) || (await stat(file)).size < smallestBytes) continue
        const content = await readFile(file)
        await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${file}.br`, await toBrotli(content, { params: quality }))
      }
    },
  }
}
