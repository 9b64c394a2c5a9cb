import { describe, expect, test } from 'vitest'
import { readSource } from '../lib/code/sources.ts'
import { code, files, importsOf, isTest, offences, withoutComments } from './sources.ts'

describe('the screens', () => {
  test('a screen takes its colours from tokens.css: use var(--...)', () => {
    const styles = files.filter((file) => /^apps\/web\/.*\.css$/.test(file))
    const plain = (file: string): string =>
      readSource(file).replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ' '))
    // A veil of white or shadow, rgb(... / 20%), changes what lies below it and belongs to no theme.
    expect(
      offences(styles, /#[0-9a-f]{3,8}\b(?=[^{]*[;}])|\b(?:rgba?|hsla?|oklch)\([^/)]*\)/i, plain),
    ).toEqual([])
  })

  test('no screen makes a formatter of Intl, which an old phone would wait for: dates.ts, money.ts and figures.ts of shared, clock.ts and digits.ts of the contract', () => {
    const screens = code.filter(
      (file) => /^(apps\/web|packages\/(?:ui|contract|receipt|bank))\/src\//.test(file) && !isTest(file),
    )
    expect(offences(screens, /\bIntl\.|\.toLocale\w*String\(/, withoutComments)).toEqual([])
  })

  test('a number that somebody types is read by readNumber, which makes none of what is none: NumberInput or readNumber', () => {
    const screens = code.filter(
      (file) =>
        /^(apps\/web|packages\/ui)\/src\//.test(file) &&
        !isTest(file) &&
        !/\/(read-number|half-width-digits)\.ts$/.test(file),
    )
    const pattern = /\bNumber\([^()]*(?:\.normalize|\.replace|toHalfWidthDigits)/
    expect(offences(screens, pattern, withoutComments)).toEqual([])
    expect(offences(screens, /from '@shirogane\/ui\/inputs\/half-width-digits'/)).toEqual([])
  })

  test('a question is kept under the name of its call: ask, askPages and refetch of shell/queries/queries.ts', () => {
    const screens = code.filter(
      (file) => file.startsWith('apps/web/src/') && file !== 'apps/web/src/shell/queries/queries.ts',
    )
    expect(offences(screens, /\bqueryKey: \[/)).toEqual([])
  })

  test('a screen keeps what it shows when asking for it again fails: isLoadingError, with StaleNote where it is figures', () => {
    const screens = code.filter((file) => /^apps\/web\/src\/(?:customer|staff)\//.test(file) && !isTest(file))
    expect(offences(screens, /\bif \(\w+\.isError\)|\{\w+\.isError \? /)).toEqual([])
  })

  test('every word of a screen is said somewhere: take out what nobody shows', () => {
    const texts = files.filter((file) => /^apps\/web\/src\/.*[/-]text\.ts$/.test(file))
    const importers = new Map<string, string[]>()
    for (const { file, target } of code.filter((one) => one.startsWith('apps/web/')).flatMap(importsOf))
      importers.set(target, [...(importers.get(target) ?? []), file])
    /** As `text.key`, `const { key } = text`, or `text[which]` where some `'key'` stands. */
    const says = (source: string, name: string, key: string): boolean =>
      new RegExp(`\\b${name}\\s*\\.\\s*${key}\\b`).test(source) ||
      new RegExp(`\\{[^{}]*\\b${key}\\b[^{}]*\\} = ${name}\\b`).test(source) ||
      (source.includes(`${name}[`) && source.includes(`'${key}'`))
    const unsaid = texts.flatMap((file) => {
      const words = /^export const text = \{\n([\s\S]*?)^\}/m.exec(readSource(file))?.[1] ?? ''
      const users = [file, ...(importers.get(file) ?? [])].map((user) => {
        const source = readSource(user)
        return { source, name: /\btext as (\w+)[^'"]*['"][^'"]*text\.ts['"]/.exec(source)?.[1] ?? 'text' }
      })
      return [...words.matchAll(/^ {2}(\w+):/gm)]
        .map(([, key]) => key ?? '')
        .filter(
          (key) => !users.some(({ source, name }) => says(source, name, key) || says(source, 'text', key)),
        )
        .map((key) => `${file} ${key}`)
    })
    expect(texts.length).toBeGreaterThan(50)
    expect(unsaid).toEqual([])
  })
})
