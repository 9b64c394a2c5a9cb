import { sentenceOf } from '@shirogane/contract/wire/errors'
import * as queue from '@shirogane/receipt/pdf/queue'
import { Problem } from '../http/problem.ts'

/** The pages of a document as PDF. The same document gives the same pages. */
export const drawPdf = (paper: queue.Paper): Promise<Uint8Array<ArrayBuffer>> =>
  queue.drawPdf(paper).catch(refuse)

/** The inputs that hold a character which the typeface does not have, each with its sentence. */
export async function undrawable(inputs: Record<string, string>): Promise<Record<string, string>> {
  const names = await queue.undrawable(inputs).catch(refuse)
  return Object.fromEntries(names.map((name) => [name, sentenceOf('NAME_FORMAT')]))
}

function refuse(error: unknown): never {
  if (error instanceof queue.DrawingsFull) throw new Problem('OVERLOADED', { retryAfterSeconds: 5 })
  throw error
}
