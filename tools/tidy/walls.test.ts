import { describe, expect, test } from 'vitest'
import { readEndpoints } from '../lib/code/registries.ts'
import { code, importsOf, isTest } from './sources.ts'

describe('the walls between folders', () => {
  /** `customer/qr`, `staff/register`: one side's part of the work. What a side shares and its frame are parts as well. */
  const partOf = (path: string): string | undefined =>
    /^apps\/web\/src\/((?:customer|staff)\/[^/]+)\//.exec(path)?.[1]

  test('a part of the web app imports no other part: compose them in the frame', () => {
    // An approval, and a sale that was made, belong to every part of a shop's work.
    const ofAll = ['staff/approvals', 'staff/sales']
    const wrong = code
      .filter((file) => partOf(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const [own = '', other] = [partOf(file), partOf(target)]
        if (other === undefined || other === own) return false
        const isSameSide = own.split('/')[0] === other.split('/')[0]
        // The frame of the staff's pages composes them, and what they share leads to some of them.
        const isComposing = own === 'staff/frame' || own === 'staff/shared'
        return !isSameSide || !(isComposing || other.endsWith('/shared') || ofAll.includes(other))
      })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('a part of the web app does not look up into a frame: what both need lies in shared or in shell', () => {
    const wrong = code
      .filter((file) => /^apps\/web\/src\/(?:customer|staff|shared|shell)\//.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const frame = /^(apps\/web\/src\/(?:shell|staff)\/frame\/)/.exec(target)?.[1]
        // The page's frame finds the staff's frame by its list of screens.
        const isStaff = frame === 'apps/web/src/staff/frame/' && file.startsWith('apps/web/src/shell/frame/')
        return frame !== undefined && !file.startsWith(frame) && !isStaff
      })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('shell and shared know no screen: only the frame leads to them', () => {
    const wrong = code
      .filter((file) => /^apps\/web\/src\/(?:shared|shell\/(?!frame\/))/.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target }) => partOf(target) !== undefined)
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('the web app loads no schema: what a screen needs of one besides its type stands in a file without', () => {
    const inPackage = (target: string) =>
      target.replace(/^@shirogane\/(contract|receipt|bank)\/(.+)$/, 'packages/$1/src/$2.ts')
    const known = new Map<string, boolean>()
    const holdsSchemas = (file: string): boolean => {
      const found = known.get(file)
      if (found !== undefined) return found
      known.set(file, false)
      const loads = importsOf(file).filter(({ typeOnly }) => !typeOnly)
      const isHolder = loads.some(
        ({ target }) =>
          target === 'zod' || (code.includes(inPackage(target)) && holdsSchemas(inPackage(target))),
      )
      known.set(file, isHolder)
      return isHolder
    }
    const wrong = code
      .filter((file) => /^(apps\/web|packages\/ui)\/src\//.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target, typeOnly }) => {
        const file = inPackage(target)
        return !typeOnly && file !== target && holdsSchemas(file)
      })
    expect(holdsSchemas('packages/contract/src/resources/shapes.ts')).toBe(true)
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('a feature of the API reaches another feature only through its index.ts; the file of a call, which stands where its address says, reaches them all and is reached by all', () => {
    const answering = new Set(readEndpoints().map(({ place }) => `apps/api/src/features/${place}.ts`))
    const sliceOf = (path: string): string | undefined =>
      /^apps\/api\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const wrong = code
      .filter((file) => sliceOf(file) && !isTest(file) && !answering.has(file))
      .flatMap(importsOf)
      .filter(({ file, target, typeOnly }) => {
        const other = sliceOf(target)
        return (
          !typeOnly &&
          other &&
          other !== sliceOf(file) &&
          target !== `apps/api/src/features/${other}/index.ts` &&
          !answering.has(target)
        )
      })
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('the testkit and the embedded database are seen by tests and tools alone', () => {
    const wrong = code
      .filter((file) => /^(apps|packages)\//.test(file) && !isTest(file))
      .flatMap(importsOf)
      .filter(({ target }) => /^@shirogane\/(testkit|embedded-postgres)/.test(target))
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })
})
