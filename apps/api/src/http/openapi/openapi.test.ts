import { endpoints } from '@shirogane/contract'
import { describe, expect, test } from 'vitest'
import { groups } from './openapi-groups-text.ts'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters: Parameter[]
  responses: Record<string, unknown>
}
const document = openApiDocument() as {
  info: { description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the document of the API', () => {
  test('holds every call once, with its sentence, in a group that says what it is about', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(endpoints).toSorted(),
    )
    expect(operations.filter(({ summary }) => !/[\u3040-\u30ff\u4e00-\u9fff]/.test(summary))).toEqual([])
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(Object.keys(groups)))
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(groups))
  })

  test('writes a shape down once: every reference leads to one, and the great ones have their names', () => {
    const { schemas } = document.components
    const written = JSON.stringify(document)
    const referred = [...written.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
    const known = Object.keys(schemas).map((name) => `#/components/schemas/${name}`)
    expect(referred.filter((to) => !known.includes(to))).toEqual([])
    for (const name of ['User', 'Wallet', 'Level', 'Transaction', 'Error'])
      expect(referred).toContain(`#/components/schemas/${name}`)
    expect(Object.keys(schemas).filter((name) => !/^(?:[A-Z]\w*|event_\w+)$/.test(name))).toEqual([])
    expect(schemas['Wallet']?.properties).toHaveProperty('point_balance')
    expect(document.paths['/v1/users/wallet']?.['get']?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Wallet' } } },
    })
  })

  test('tells a newcomer how to sign in, and what comes over the sockets', () => {
    for (const word of ['X-Client-Type', 'Idempotency-Key', '/transactions', 'joinTransactionRoom', '5分'])
      expect(document.info.description).toContain(word)
    expect(document.components.schemas['event_purchaseSuccess']?.properties).toMatchObject({
      transaction: { $ref: '#/components/schemas/Transaction' },
    })
  })

  test('names the header of a client where an answer depends on it', () => {
    const headersOf = (path: string, method: string) =>
      (document.paths[path]?.[method]?.parameters ?? []).flatMap((one) =>
        one.in === 'header' ? [one.name] : [],
      )
    for (const path of ['login', 'login/code', 'register', 'passkeys/login', 'staff/switch'])
      expect([path, headersOf(`/v1/auth/${path}`, 'post')]).toEqual([path, ['X-Client-Type']])
    for (const path of ['refreshToken', 'refreshAccessToken'])
      expect(headersOf(`/v1/auth/${path}`, 'patch')).toEqual(['X-Requested-By'])
    // A refresh token in the body counts as one for every kind of client.
    expect(headersOf('/v1/auth/logout', 'patch')).toEqual([])
  })
})
