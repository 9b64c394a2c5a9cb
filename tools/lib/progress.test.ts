import { PostgresTrouble } from '@shirogane/embedded-postgres'
import { expect, test } from 'vitest'
import { sayWhy, Sentence } from './progress.ts'

const failure = (code: string, path?: string) =>
  Object.assign(new Error('as the system says it'), { code }, path === undefined ? {} : { path })

test.each<[error: Error, sentence: string]>([
  [new Sentence('One sentence.'), 'One sentence.'],
  [new PostgresTrouble('Another one.'), 'Another one.'],
  [failure('ENOSPC', '/data'), 'The disk that holds /data is full: free at least 500 MB and start again.'],
  [failure('ENOSPC'), 'The disk is full: free at least 500 MB and start again.'],
  [failure('53100'), 'The disk that holds the database is full: free at least 500 MB and start again.'],
  [
    failure('EROFS', '/data'),
    '/data cannot be written: correct its owner and mode, or set DATA_DIR to a folder that can be.',
  ],
])('what the reader can do something about is one sentence without a stack: %s', (error, sentence) => {
  expect(sayWhy(error)).toBe(sentence)
})

test('a fault of ours says where it is', () => {
  expect(sayWhy(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /)
})
