import { members, staff, stores } from '@shirogane/api/seed/cast'

/** Everyone of the demo cast, one line each, and the password that they share. */
export function printLogins(password: string | null): void {
  const storeName = (code: string | null): string =>
    stores.find((store) => store.code === code)?.name ?? '本部'
  const rows = [
    [
      'Customers',
      ...members.map(({ username, last_name, first_name, note }) =>
        row(username, `${last_name} ${first_name}`, note),
      ),
    ],
    [
      'Staff',
      ...staff.map(({ number, name, type, store }) => row(number, name, `${type}, ${storeName(store)}`)),
    ],
  ]
  for (const [heading, ...lines] of rows) process.stdout.write(`\n  ${heading}\n${lines.join('')}`)
  process.stdout.write(
    password
      ? `\n  Password of all: ${password}\n`
      : '\n  Password of all: the one that was set or printed when this database was seeded\n',
  )
}

function row(login: string, name: string, note: string): string {
  return `    ${login.padEnd(10)} ${name}${' '.repeat(Math.max(1, 12 - width(name)))}${note}\n`
}

/** A terminal draws kanji and kana two cells wide. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u1100' ? 2 : 1), 0)
}
