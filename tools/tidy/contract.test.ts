import { endpoints } from '@shirogane/contract'
import { calls } from '@shirogane/contract/wire/calls'
import { errors } from '@shirogane/contract/wire/errors'
import { actGroups } from '@shirogane/contract/terms/log-terms'
import { describe, expect, test } from 'vitest'
import { placeOf, readEndpoints } from '../lib/code/registries.ts'
import { readSource } from '../lib/code/sources.ts'
import { code, files, isTest, withoutComments } from './sources.ts'

describe('the contract', () => {
  test('a call stands at the path of its address, its contract and its handler alike: move both there and run npm run gen', () => {
    const endpoints = readEndpoints()
    const strayed = endpoints.filter((endpoint) => endpoint.place !== placeOf(endpoint, endpoints))
    expect(strayed.map(({ call, place }) => `${call} stands in ${place}.ts`)).toEqual([])
    expect(endpoints.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
    const several = endpoints.filter(({ place }, index) =>
      endpoints.some((other, at) => at < index && other.place === place),
    )
    expect(several.map(({ place }) => place)).toEqual([])
    const written = code.filter((file) => /\bendpoint\(\{/.test(readSource(file)))
    const known = new Set(endpoints.map(({ place }) => `packages/contract/src/${place}.ts`))
    expect(written.filter((file) => !known.has(file) && !file.startsWith('tools/'))).toEqual([])
  })

  test('every code has a status of a refusal and a Japanese sentence', () => {
    for (const [name, [status, sentence]] of Object.entries(errors)) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(sentence, name).toMatch(/[\u3040-\u30ff\u4e00-\u9fff].*。/)
    }
  })

  const declared = [
    ...new Set(Object.values(endpoints).flatMap((endpoint) => endpoint.errors as readonly string[])),
  ]

  test('a call declares only codes of the catalogue', () => {
    expect(declared.filter((name) => !Object.hasOwn(errors, name))).toEqual([])
  })

  test('every code is raised somewhere: take out what nothing refuses with', () => {
    const product = files
      .filter((file) => /^(apps|packages)\/[^/]+\/src\/.*\.(?:tsx?|sql)$/.test(file) && !isTest(file))
      .filter((file) => file !== 'packages/contract/src/wire/errors.ts' && !file.startsWith('tools/testkit/'))
    // Where a call only declares what it may answer, nothing is raised.
    const declarations = /\b(?:errors: |\w*[eE]rrors = )\[[^\]]*\]/g
    const raised = new Set(
      product.flatMap((file) =>
        [
          ...withoutComments(file)
            .replace(declarations, '')
            .matchAll(/['"`]([A-Z][A-Z0-9_]+)['"`]/g),
        ].map(([, name]) => name),
      ),
    )
    // The page of the domain names these, and nothing here comes to them: docs/guides/server.md says why of each.
    const named = ['SMS_SEND_FAILED', 'QR_SCAN_FAILED', 'POINT_EXPIRED', 'INVITE_EXPIRED', 'MAINTENANCE']
    expect(Object.keys(errors).filter((name) => !raised.has(name))).toEqual([...named, 'UNSUPPORTED_BROWSER'])
  })

  test('every refusal that a call declares comes about in a test', () => {
    const tests = code
      .filter((file) => isTest(file) && !file.startsWith('tools/tidy/'))
      .map(readSource)
      .join('\n')
    expect(declared.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([])
  })

  test('every act that stands in the log has a name that people read: staff/log/text.ts', () => {
    const known = readSource('apps/web/src/staff/log/text.ts')
    const writing = code.filter((file) => file.startsWith('apps/api/src/features/') && !isTest(file))
    const acts = writing.flatMap((file) =>
      [...readSource(file).matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(([, act]) => act ?? ''),
    )
    expect(acts.length).toBeGreaterThan(30)
    expect(acts.filter((act) => !known.includes(`'${act}':`))).toEqual([])
    const groups: readonly string[] = actGroups
    expect(acts.filter((act) => !groups.includes(act.split('.')[0] ?? ''))).toEqual([])
  })
})
