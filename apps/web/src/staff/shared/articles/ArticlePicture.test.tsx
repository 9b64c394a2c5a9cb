import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ArticlePicture } from './ArticlePicture.tsx'

const photo = `/files/goods-tile/${'a'.repeat(32)}.webp`

test('a photograph has its place before it comes and is fetched when it is near; the drawing stands where none comes', () => {
  const { container, rerender } = render(<ArticlePicture picture="ring" photo={photo} size={48} />)
  const shown = () => container.querySelector('img')!
  expect(shown().getAttribute('src')).toBe(photo)
  expect([shown().width, shown().height, shown().loading]).toEqual([48, 48, 'lazy'])
  fireEvent.error(shown())
  expect(shown().getAttribute('src')).not.toBe(photo)
  // Another photograph of the same article gets its own chance.
  const next = photo.replace('a', 'b')
  rerender(<ArticlePicture picture="ring" photo={next} size={48} />)
  expect(shown().getAttribute('src')).toBe(next)
  rerender(<ArticlePicture picture="ring" photo={null} size={48} />)
  expect(shown().getAttribute('src')).not.toContain('/files/')
})
