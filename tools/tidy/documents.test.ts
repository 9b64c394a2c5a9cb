import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../lib/environment.ts'
import { generatedFiles } from '../lib/code/generated.ts'
import { readSource } from '../lib/code/sources.ts'
import { files } from './sources.ts'

const textOf = (file: string): string => (existsSync(join(root, file)) ? readSource(file) : '')

describe('the documents and what is generated', () => {
  test('what is generated is up to date: npm run gen', async () => {
    const stale = Object.entries(await generatedFiles()).filter(([file, content]) => textOf(file) !== content)
    expect(
      stale.map(
        ([file]) =>
          `${file} is not what its sources say: edit those, which its first lines name, and run npm run gen`,
      ),
    ).toEqual([])
  })

  test('what the documents lead to is there: links and names of files', () => {
    const documents = files.filter((file) => file.endsWith('.md'))
    const lost = documents.flatMap((file) => {
      const text = readSource(file)
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, to]) =>
        normalize(join(dirname(file), to ?? '')),
      )
      // `apps/web/src/shell/session/session.ts` or `post.sql`, of which it is enough that some file ends so.
      const names = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|md|tsv))`/g)].map(
        ([, name]) => name ?? '',
      )
      return [
        ...links.filter((link) => !existsSync(join(root, link))),
        ...names.filter((name) => !files.some((one) => one === name || one.endsWith(`/${name}`))),
      ].map((lead) => `${file} ${lead}`)
    })
    expect(documents.length).toBeGreaterThan(20)
    expect(lost).toEqual([])
  })

  test('a library that the guide says was left is declared nowhere: docs/guides/libraries.md', () => {
    const rows = readSource('docs/guides/libraries.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    const left = rows.flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    )
    const declared = files
      .filter((file) => /(^|\/)package\.json$/.test(file))
      .flatMap((file) => {
        const { dependencies = {}, devDependencies = {} } = JSON.parse(readSource(file)) as Partial<
          Record<'dependencies' | 'devDependencies', Record<string, string>>
        >
        return Object.keys({ ...dependencies, ...devDependencies })
      })
    expect(left.length).toBeGreaterThan(15)
    expect(declared).toContain('zod')
    expect(declared.filter((name) => left.some((one) => name === one || name.startsWith(`${one}-`)))).toEqual(
      [],
    )
  })

  test('a guide says what it is, how it works now and where that is held, on a page', () => {
    const guides = files.filter((file) => file.startsWith('docs/guides/'))
    expect(guides.length).toBeGreaterThan(25)
    const wrong = guides.filter((file) => {
      const text = readSource(file)
      const parts = ['What it is', 'How it works now', 'Where it is held']
      return parts.some((part) => !text.includes(`\n## ${part}\n`)) || text.split(/\s+/).length > 1_200
    })
    expect(wrong).toEqual([])
  })
})
