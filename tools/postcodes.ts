// Builds the table of postcodes from Japan Post's own file, the UTF-8 one with all addresses of the country:
//   npm run postcodes                    fetches the file of this month
//   npm run postcodes -- utf_ken_all.zip  takes one that was fetched before (.zip or .csv)
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import { inflateRawSync } from 'node:zlib'
import { packPostcodes, readKenAll } from '@shirogane/api/features/addresses/postcode-file'
import { root } from './lib/environment.ts'

const published = 'https://www.post.japanpost.jp/service/search/zipcode/download/utf-zip/utf_ken_all.zip'
const target = join(root, 'apps/api/data/postcodes.bin')

async function fetched(): Promise<Buffer> {
  stdout.write(`Fetching ${published}\n`)
  const answer = await fetch(published).catch((error: Error) => {
    throw new Error(
      `Japan Post cannot be reached (${error.message}). Fetch utf_ken_all.zip by hand and name it here.`,
    )
  })
  if (!answer.ok)
    throw new Error(`Japan Post answered ${answer.status}. Fetch utf_ken_all.zip by hand and name it here.`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The first file of an archive: Japan Post's holds one. */
function unzipped(archive: Buffer): Buffer {
  if (archive.readUInt32LE(0) !== 0x04034b50) throw new Error('This is neither a CSV nor a ZIP file.')
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const entry = archive.readUInt32LE(end + 16)
  const [size, start] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)]
  const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  const packed = archive.subarray(data, data + size)
  return archive.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed)
}

const file = argv[2]
const bytes = file === undefined ? await fetched() : await readFile(file)
const csv = bytes[0] === 0x50 && bytes[1] === 0x4b ? unzipped(bytes) : bytes
const towns = readKenAll(csv.toString('utf8'))
// Half a country would be worse than last month's.
if (towns.length < 100_000) {
  stdout.write(`Only ${towns.length} towns could be read: nothing was changed.\n`)
  process.exitCode = 1
} else {
  await writeFile(target, packPostcodes(towns))
  stdout.write(`${towns.length.toLocaleString('en')} towns in ${target.slice(root.length + 1)}\n`)
}
