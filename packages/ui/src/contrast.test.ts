// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The custom properties of one rule of tokens.css. */
function tokensOf(selector: string): Record<string, string> {
  const from = css.indexOf(`  ${selector} {`)
  const block = css.slice(from, css.indexOf('}', from))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
      name ?? '',
      (value ?? '').replaceAll(/\s+/g, ' ').trim(),
    ]),
  )
}

const light = tokensOf(':root')
const dark = { ...light, ...tokensOf("[data-theme='dark']") }

type Colour = readonly [red: number, green: number, blue: number]

function colourOf(value: string, theme: Record<string, string>): Colour {
  const named = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (named !== undefined) return colourOf(theme[named] ?? '', theme)
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1]
  if (hex === undefined) throw new Error(`not an opaque colour: ${value}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: Colour): number {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(foreground: string, background: string, theme: Record<string, string>): number {
  const [one, other] = [foreground, background].map((name) =>
    luminanceOf(colourOf(name.startsWith('#') ? name : (theme[name] ?? ''), theme)),
  ) as [number, number]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

type Pair = readonly [foreground: string, background: string, measured: number]

const lightPairs: readonly Pair[] = [
  ['ink', 'canvas', 15.47],
  ['ink', 'surface', 16.76],
  ['ink', 'sunken', 14.41],
  ['ink-2', 'canvas', 8.28],
  ['ink-2', 'surface', 8.97],
  ['ink-2', 'sunken', 7.71],
  ['ink-3', 'canvas', 5.63],
  ['ink-3', 'surface', 6.1],
  ['ink-3', 'sunken', 5.24],
  ['accent', 'canvas', 5.44],
  ['accent', 'surface', 5.9],
  ['accent', 'sunken', 5.07],
  ['accent-ink', 'canvas', 7.38],
  ['accent-ink', 'surface', 8],
  ['accent-ink', 'sunken', 6.88],
  ['ok-ink', 'canvas', 6.42],
  ['ok-ink', 'surface', 6.95],
  ['warn-ink', 'canvas', 6.32],
  ['warn-ink', 'surface', 6.85],
  ['bad-ink', 'canvas', 6.16],
  ['bad-ink', 'surface', 6.68],
  ['on-ink', 'ink', 16.76],
  ['on-accent', '#22789f', 4.94],
  ['on-bad', 'bad-solid', 6.04],
  ['accent-ink', 'accent-bg', 7.3],
  ['ok-ink', 'ok-bg', 6.28],
  ['warn-ink', 'warn-bg', 6.23],
  ['bad-ink', 'bad-bg', 5.94],
  ['plate-ink', '#98a2ac', 6.47],
  ['plate-ink-2', '#98a2ac', 4.92],
  ['on-badge', 'badge', 6.04],
  ['toast-ink', 'toast', 15.02],
  ['toast-action', 'toast', 10.23],
  ['rail-ink', 'rail-solid', 10.39],
]

const darkPairs: readonly Pair[] = [
  ['ink', 'canvas', 18.19],
  ['ink', 'surface', 16.47],
  ['ink', 'raised', 15.47],
  ['ink-2', 'canvas', 11.48],
  ['ink-2', 'surface', 10.39],
  ['ink-2', 'raised', 9.77],
  ['ink-3', 'canvas', 7.37],
  ['ink-3', 'surface', 6.67],
  ['ink-3', 'raised', 6.27],
  ['accent', 'canvas', 10.55],
  ['accent', 'surface', 9.55],
  ['accent', 'raised', 8.98],
  ['ok-ink', 'canvas', 10.99],
  ['ok-ink', 'surface', 9.95],
  ['warn-ink', 'canvas', 12.34],
  ['warn-ink', 'surface', 11.17],
  ['bad-ink', 'canvas', 9.24],
  ['bad-ink', 'surface', 8.37],
  ['on-ink', 'ink', 18.19],
  ['on-accent', '#86c6e7', 10.55],
  ['on-bad', 'bad-solid', 9.24],
  ['accent-ink', 'accent-bg', 8.04],
  ['ok-ink', 'ok-bg', 8.28],
  ['warn-ink', 'warn-bg', 8.88],
  ['bad-ink', 'bad-bg', 7],
  ['plate-ink', '#5a626a', 6.19],
  ['plate-ink-2', '#5a626a', 5.33],
]

const lightControls: readonly Pair[] = [
  ['control', 'canvas', 3.17],
  ['control', 'surface', 3.43],
]
const darkControls: readonly Pair[] = [
  ['control', 'canvas', 4.54],
  ['control', 'surface', 4.11],
  ['control', 'raised', 3.86],
]

describe.each([
  { theme: 'light', tokens: light, text: lightPairs, controls: lightControls },
  { theme: 'dark', tokens: dark, text: darkPairs, controls: darkControls },
])('the $theme theme', ({ tokens, text, controls }) => {
  test.each(text)('writes %s on %s at 4.5 or more, and as measured', (foreground, background, measured) => {
    const contrast = contrastOf(foreground, background, tokens)
    expect(contrast).toBeGreaterThanOrEqual(4.5)
    expect(contrast).toBeCloseTo(measured, 1)
  })

  test.each(controls)('draws %s on %s at 3 or more, and as measured', (foreground, background, measured) => {
    const contrast = contrastOf(foreground, background, tokens)
    expect(contrast).toBeGreaterThanOrEqual(3)
    expect(contrast).toBeCloseTo(measured, 1)
  })
})

test('codes are black on white in both themes', () => {
  for (const theme of [light, dark]) {
    expect(theme['code-ink']).toBe('#000000')
    expect(theme['code-paper']).toBe('#ffffff')
  }
})
