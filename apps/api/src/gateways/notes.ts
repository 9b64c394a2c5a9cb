import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type ObjectStore, openFolderStore } from './objects.ts'

/** The notes of an installation lie beside its uploads and not in its database, whose past they outlive. */
export function openNotes({ dataDir }: Pick<Config, 'dataDir'>): ObjectStore {
  return openFolderStore(join(dataDir, 'notes'))
}
