import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where files are kept, by a name of ours. Nothing that a caller typed ever becomes part of a name. */
export type ObjectStore = {
  put(name: string, bytes: Buffer): Promise<void>
  /** Null where there is none. */
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
  /** The names of all of a kind, in no order. */
  list(kind: string): Promise<string[]>
}

const nameForm = /^[a-z]+\/[0-9a-f]{32}(?:\.[a-z0-9]{2,5})?$/

/** Files in a folder that no web server knows, readable by us alone. */
export function openFolderStore(folder: string): ObjectStore {
  function pathOf(name: string): string {
    if (!nameForm.test(name)) throw new Error('An object has a name that we did not make')
    const [kind = '', file = ''] = name.split('/')
    return join(folder, kind, file.slice(0, 2), file)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Under its own name a file is always whole, also after a power cut and where two processes write it at once.
      const making = `${path}.${randomUUID()}.making`
      const file = await open(making, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(making, path)
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(kind) {
      try {
        const files = await readdir(join(folder, kind), { recursive: true })
        return files.map((file) => `${kind}/${basename(file)}`).filter((name) => nameForm.test(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
  }
}
