import { describe, expect, test } from 'vitest'
import { dragCrop, placeIn, sideOf, startCrop, clampCrop } from './crop.ts'

const wide = { width: 1200, height: 600 }

describe('the square of a picture', () => {
  test('is at first as large as fits, in the middle', () => {
    expect(sideOf(wide, startCrop.zoom)).toBe(600)
    expect(placeIn(wide, startCrop, 300)).toEqual({ width: 600, height: 300, left: -150, top: 0 })
  })
  test('never leaves the picture, however far it is dragged', () => {
    expect(dragCrop(wide, startCrop, 300, 10_000, 10_000)).toEqual({ x: 0.25, y: 0.5, zoom: 1 })
    expect(dragCrop(wide, startCrop, 300, -10_000, 0)).toEqual({ x: 0.75, y: 0.5, zoom: 1 })
  })
  test('follows the finger one to one', () => {
    const moved = placeIn(wide, dragCrop(wide, startCrop, 300, 30, 0), 300)
    expect(moved.left).toBeCloseTo(-120)
  })
  test('is drawn at most four times as large as needed', () => {
    expect(clampCrop(wide, { x: 0.5, y: 0.5, zoom: 99 }).zoom).toBe(4)
    expect(clampCrop(wide, { x: 0.5, y: 0.5, zoom: 0 }).zoom).toBe(1)
  })
})
