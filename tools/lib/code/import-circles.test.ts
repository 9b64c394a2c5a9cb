import { expect, test } from 'vitest'
import { importCircles } from './import-circles.ts'
import { projectFiles, readSource } from './sources.ts'

test('no files import each other in a circle: move what both need, also a type, to a file of its own', () => {
  const code = projectFiles().filter((file) => /\.tsx?$/.test(file))
  expect(importCircles(new Map(code.map((file) => [file, readSource(file)])))).toEqual([])
})

test.each<[string, Record<string, string>, string[][]]>([
  ['none in a line', { 'a.ts': `import { b } from './b.ts'`, 'b.ts': `import { c } from 'c'` }, []],
  [
    'two files',
    { 'x/a.ts': `import type { B } from './b.ts'`, 'x/b.ts': `export { a } from './a.ts'` },
    [['x/a.ts', 'x/b.ts']],
  ],
  [
    'one half of which is loaded later',
    { 'a.ts': `const b = () => import('./b.ts')`, 'b.ts': `import type { A } from './a.ts'` },
    [['a.ts', 'b.ts']],
  ],
  [
    'a circle by way of a package',
    {
      'packages/contract/src/a.ts': `import '../../../tools/b.ts'`,
      'tools/b.ts': `import { a } from '@shirogane/contract/a'`,
      'tools/c.ts': `import './b.ts'`,
    },
    [['packages/contract/src/a.ts', 'tools/b.ts']],
  ],
])('finds %s', (_, sources, circles) => {
  expect(importCircles(new Map(Object.entries(sources)))).toEqual(circles)
})
