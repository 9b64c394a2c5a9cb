/** Whether a line that was drawn on the field of a signature is more than a dot or a stroke. Screens judge by it too. */

/** The field, in the units of the path. */
export const signatureField = { width: 600, height: 200 } as const

/** What a name in anybody's hand has and a touch has not: shares of the field, and points that differ. */
const least = { points: 12, width: 0.12, height: 0.15, length: 0.6, detour: 1.4 } as const

type Point = { x: number; y: number }

/** The strokes of a path such as `M12 30L14 33M40 20L41 28`; null where it is none, or leaves the field. */
function strokesOf(path: string): Point[][] | null {
  const strokes: Point[][] = []
  const shape = /([ML])\s*(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s*/y
  while (shape.lastIndex < path.length) {
    const found = shape.exec(path)
    if (found === null) return null
    const point = { x: Number(found[2]), y: Number(found[3]) }
    if (point.x > signatureField.width || point.y > signatureField.height) return null
    if (found[1] === 'M') strokes.push([point])
    else if (strokes.length === 0) return null
    else strokes.at(-1)?.push(point)
  }
  return strokes
}

/**
 * Enough ink: points that differ, a box that fills a part of the field, and a way that is long for the field and for its
 * box. A dot, a short line, a long straight one and a trembling finger all lack one of these.
 */
export function isSignature(path: string): boolean {
  const strokes = strokesOf(path)
  if (strokes === null) return false
  const points = strokes.flat()
  const differing = new Set(points.map(({ x, y }) => `${x} ${y}`)).size
  if (differing < least.points) return false
  const span = (all: number[]) => all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b))
  const width = span(points.map(({ x }) => x))
  const height = span(points.map(({ y }) => y))
  if (width < least.width * signatureField.width || height < least.height * signatureField.height)
    return false
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  return length >= least.length * signatureField.width && length >= least.detour * Math.hypot(width, height)
}

/** The same line in whole units and one way of writing, as it is kept: written otherwise it is no other line. */
export function plainSignature(path: string): string {
  const at = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`
  return (strokesOf(path) ?? []).map((stroke) => `M${stroke.map(at).join('L')}`).join('')
}

function lengthOf(stroke: readonly Point[]): number {
  return stroke.reduce((sum, { x, y }, index) => {
    const before = stroke[index - 1]
    return before === undefined ? sum : sum + Math.hypot(x - before.x, y - before.y)
  }, 0)
}
