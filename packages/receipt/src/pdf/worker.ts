// Draws one document after the other in a thread of its own: a page takes as long as many payments.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import Pdf from 'pdfkit'
import { drawFormal } from './formal.ts'
import { drawStatement } from './statement.ts'
import type { Doc, Fonts } from './page.ts'
import type { Paper, PaperAnswer, PaperTask } from './queue.ts'
import { drawReceipt } from './receipt.ts'

const { resolve } = createRequire(import.meta.url)
const face = (name: string) => readFileSync(resolve(`@expo-google-fonts/noto-sans-jp/${name}.ttf`))
const fonts: Fonts = {
  regular: face('400Regular/NotoSansJP_400Regular'),
  bold: face('700Bold/NotoSansJP_700Bold'),
}

function drawn(paper: Paper): Doc {
  if (paper.paper === 'receipt') return drawReceipt(fonts, paper)
  return paper.paper === 'payout' ? drawStatement(fonts, paper.statement) : drawFormal(fonts, paper)
}

async function draw(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const doc = drawn(paper)
  const parts: Uint8Array[] = []
  doc.on('data', (part: Uint8Array) => parts.push(part))
  await new Promise<void>((done, fail) => {
    doc.on('end', () => done())
    doc.on('error', fail)
    doc.end()
  })
  // A copy that owns its memory, so that it can be handed over whole.
  return new Uint8Array(Buffer.concat(parts))
}

/** The names of the inputs with a character that would leave a gap. */
function check(inputs: Record<string, string>): string[] {
  const doc = new Pdf({ font: fonts.regular as never })
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })
    ._font
  return Object.entries(inputs)
    .filter(([, text]) =>
      Array.from(text).some((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!)),
    )
    .map(([name]) => name)
}

async function answer(task: PaperTask): Promise<PaperAnswer> {
  try {
    return 'draw' in task ? { bytes: await draw(task.draw) } : { fields: check(task.check) }
  } catch (error) {
    return { failed: String(error) }
  }
}

parentPort?.on('message', (task: PaperTask) => {
  void answer(task).then((given) => parentPort?.postMessage(given))
})
