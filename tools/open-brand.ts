// brand:open: the ranks, texts, settings and first owner of a brand for real money.
import { parseArgs } from 'node:util'
import { loadConfig } from '@shirogane/api/config'
import { type FirstOwner, inviteFirstOwner, openBrand, type WayIn } from '@shirogane/api/seed/open-brand'
import { readEmail } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import { createStaff } from '@shirogane/contract/admin/store/staff/create-staff'
import { checkOutside, openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { runCommand, Sentence } from './lib/progress.ts'
import { readyDatabase } from './lib/schema/schema.ts'

const how = 'npm run brand:open -- --name "山田 花子" --email hanako@example.jp'

await runCommand(async () => {
  readEnvironmentFile()
  const { again, owner } = readOptions()
  // The database is looked at below: the embedded one is the demo's.
  const config = loadConfig({
    ...process.env,
    DATABASE_URL: process.env['DATABASE_URL'] || 'postgres://missing',
  })
  if (!config.production) {
    throw new Sentence(
      'A brand is opened for real money, with NODE_ENV=production and the environment of its server: the demo opens by itself.',
    )
  }
  if (!process.env['DATABASE_URL'] || !process.env['DATABASE_OWNER_URL']) {
    throw new Sentence(
      'DATABASE_URL and DATABASE_OWNER_URL are both needed: the owner of the database alone opens a brand in it.',
    )
  }
  const database = await openDatabase()
  // What this opens is migrated by db:migrate, and served by a user who owns nothing.
  await checkOutside('DATABASE_URL', database.url)
  await readyDatabase(config, { ...database, ownerUrl: null })
  const ownerUrl = database.ownerUrl!
  if (again) {
    const wayIn = await inviteFirstOwner(ownerUrl, config)
    if (wayIn === null) {
      throw new Sentence(
        'Nobody waits here for a first code: whoever has come in makes one on the staff screen.',
      )
    }
    return printWayIn(wayIn)
  }
  if (owner === null) throw new Sentence(`Say who the first owner is: ${how}`)
  const opening = await openBrand(ownerUrl, config, owner)
  if (opening.wayIn === null) {
    throw new Sentence(
      opening.isEntered
        ? 'The brand is open already: nothing was changed.'
        : 'The brand is open already, and its owner has yet to come in: "npm run brand:open -- --again" makes a new code.',
    )
  }
  process.stdout.write('\n  The brand is open.\n')
  printWayIn(opening.wayIn)
  printWhatIsLeft()
})

function readOptions(): { again: boolean; owner: FirstOwner | null } {
  const { name: typed, email: typedEmail, again = false } = parse()
  if (typed === undefined) return { again, owner: null }
  const name = createStaff.body.shape.name.safeParse(typed)
  if (!name.success) throw new Sentence(`--name is no name of a person, of up to 40 letters: ${how}`)
  const email = typedEmail === undefined ? null : readEmail(typedEmail)
  if (typedEmail !== undefined && email === null) throw new Sentence(`--email is no mail address: ${how}`)
  return { again, owner: { name: name.data, email } }
}

function parse() {
  try {
    return parseArgs({
      options: { name: { type: 'string' }, email: { type: 'string' }, again: { type: 'boolean' } },
    }).values
  } catch (error) {
    throw new Sentence(`${error instanceof Error ? error.message : String(error)}\n${how}`)
  }
}

function printWayIn({ number, code, url }: WayIn): void {
  process.stdout.write(
    `
  ${number} comes in here, once and within ${limits.staffInvitationHours} hours, and chooses a password and a PIN:

    ${url}
    code ${code}

  It is not shown again. Whoever has it is the owner: give it to nobody else.
`,
  )
}

function printWhatIsLeft(): void {
  process.stdout.write(`
  Before the first customer:
    - A lawyer looks at the texts. They are in force as version 1.0, a published version is never changed, and two people
      publish a new one (docs/guides/brand.md). Address, telephone and permit for second-hand goods are examples.
    - The owner enters the brand's telephone, mail address, registration number and payout account under 設定, and
      adds stores, registers, staff and articles on the screens. docs/guides/brand.md says what takes a second person.

`)
}
