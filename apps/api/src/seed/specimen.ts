import type { KycSide } from '@shirogane/contract/inputs/identity'

/** The word for a specimen, in strokes: no font is asked of the machine. */
const specimenMark =
  '<g fill="none" stroke="#1a6b92" stroke-opacity=".22" stroke-width="14" stroke-linecap="round">' +
  '<path d="M0 0h120v150H0zM0 50h120M0 100h120M38 150c0 50-20 80-50 96M82 150v70c0 20 8 26 24 26h26v-34"/>' +
  '<path d="M200 40h170M285-10v250M285 50c-20 60-50 100-95 130M285 50c20 60 50 100 95 130M240 180h90"/></g>'

const bar = (x: number, y: number, width: number, height = 22) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#4a525a" fill-opacity=".78"/>`

const person = (x: number, y: number, size: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-50" y="-60" width="100" height="125" fill="#cdd4da"/>` +
  `<path d="M-50 65c0-32 22-46 50-46s50 14 50 46z" fill="#23282d"/>` +
  `<ellipse cx="${turn * 6}" cy="-12" rx="25" ry="32" fill="#e3c7b1"/>` +
  `<path d="M${-26 + turn * 6} -14c-2-30 10-38 26-38s28 8 26 38c-6-16-14-22-26-22s-20 6-26 22z" fill="#2b2522"/>` +
  `<circle cx="${-9 + turn * 12}" cy="-12" r="2.6" fill="#23282d"/><circle cx="${9 + turn * 12}" cy="-12" r="2.6" fill="#23282d"/>` +
  `<path d="M${-8 + turn * 11} 4q8 5 16 0" stroke="#8a5b4a" stroke-width="2.4" fill="none"/></g>`

const card = (inside: string) =>
  `<g><rect width="1284" height="810" rx="46" fill="#f1f5f6"/>` +
  `<rect width="1284" height="810" rx="46" fill="none" stroke="#9fb0ba" stroke-width="3"/>` +
  `<path d="M0 120h1284M0 690h1284" stroke="#b9d3de" stroke-width="5"/>${inside}` +
  `<g transform="translate(430 290) scale(1.15)">${specimenMark}</g></g>`

const front = card(
  [bar(70, 54, 520), bar(760, 54, 400), bar(70, 176, 780), bar(70, 240, 620)].join('') +
    [bar(70, 330, 430), bar(70, 400, 560), bar(70, 470, 300), bar(70, 540, 640), bar(70, 610, 480)].join('') +
    person(1070, 400, 3.1),
)
const back = card(
  Array.from(
    { length: 6 },
    (_, row) => bar(70, 180 + row * 78, row % 3 === 0 ? 880 : 420, 16) + bar(1010, 180 + row * 78, 180, 16),
  ).join(''),
)

const onTable = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200">
    <defs><linearGradient id="t" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6d6258"/><stop offset="1" stop-color="#4b423a"/></linearGradient></defs>
    <rect width="1600" height="1200" fill="url(#t)"/>${inside}</svg>`

const inRoom = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600" viewBox="0 0 1200 1600">
    <rect width="1200" height="1600" fill="#d9dee2"/><rect y="1150" width="1200" height="450" fill="#c4ccd2"/>${inside}</svg>`

const drawings: Readonly<Record<KycSide, string>> = {
  front: onTable(`<g transform="translate(158 195)">${front}</g>`),
  back: onTable(`<g transform="translate(158 195)">${back}</g>`),
  side: onTable(
    `<g transform="translate(330 260) skewX(-24) scale(.82 .62)"><rect y="16" width="1284" height="826" rx="46" fill="#93a3ad"/>${front}</g>`,
  ),
  face: inRoom(person(600, 780, 8)),
  action: inRoom(person(600, 780, 8, 1)),
}

/** A drawing of an identity document, or of its owner, both invented. */
export async function drawPaper(side: KycSide, isBlurred: boolean): Promise<Buffer> {
  // Only the first start of all draws anything, and every start has this file.
  const { default: sharp } = await import('sharp')
  const drawn = sharp(Buffer.from(drawings[side]))
  return (isBlurred ? drawn.blur(11) : drawn).webp({ quality: 82 }).toBuffer()
}
