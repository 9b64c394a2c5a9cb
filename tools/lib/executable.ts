import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a program of this name would lie, in the order in which a shell looks for it. */
export function placesOnPath(name: string): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
}
