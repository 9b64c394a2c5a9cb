/**
 * What the device keeps of the documents that wait for its printer, so that a reload loses none: of which movement each
 * is and what mark it bears. What stands on it is asked for again.
 */
export type KeptDocument = {
  /** Names this one paper; two of the same movement may wait. */
  id: string
  /** The movement that it is of. */
  of: string
  mark: string | null
  /** It is on its way to the printer, has broken off there, or has not been begun. */
  state: 'waiting' | 'printing' | 'broken'
  /** The page at which it waits. */
  page: string
}

const key = 'shirogane.papers'
const states: readonly unknown[] = ['waiting', 'printing', 'broken'] satisfies KeptDocument['state'][]
const page = crypto.randomUUID()
const lockOf = (one: string) => `shirogane.papers.${one}`

function isKept(value: unknown): value is KeptDocument {
  if (typeof value !== 'object' || value === null) return false
  const { id, of, mark, state, page: at } = value as Record<keyof KeptDocument, unknown>
  return (
    [id, of, at].every((one) => typeof one === 'string') &&
    (mark === null || typeof mark === 'string') &&
    states.includes(state)
  )
}

function read(): readonly KeptDocument[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

function write(documents: readonly KeptDocument[]): void {
  try {
    if (documents.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(documents))
  } catch {
    // A browser that refuses storage loses what waits with the page, and nothing else.
  }
}

let isHere = false

/** As long as this page is open, no other takes its documents over. */
function stayHere(): void {
  if (isHere) return
  isHere = true
  void navigator.locks?.request(lockOf(page), () => new Promise(() => {}))
}

/** Writes down what waits at this page, beside what waits at others. */
export function keepDocuments(documents: readonly Omit<KeptDocument, 'page'>[]): void {
  if (documents.length > 0) stayHere()
  write([...read().filter((one) => one.page !== page), ...documents.map((one) => ({ ...one, page }))])
}

/** How many documents of this device wait for its printer, at all of its pages. */
export function countDocuments(): number {
  return read().length
}

/** Takes over what waits at pages that are gone. Two that open at once take nothing twice. */
export async function adoptDocuments(): Promise<readonly KeptDocument[]> {
  if (read().length === 0) return []
  const locks: LockManager | null | undefined = navigator.locks
  // A page without https has no locks; there a register is one page, as for its sale.
  return locks == null ? adopt(new Set()) : locks.request(key, async () => adopt(await openPages()))
}

async function openPages(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => name ?? []))
}

function adopt(open: ReadonlySet<string>): readonly KeptDocument[] {
  const documents = read()
  const isLeft = (one: KeptDocument) => one.page !== page && !open.has(lockOf(one.page))
  const left = documents.filter(isLeft)
  if (left.length > 0) {
    stayHere()
    write(documents.map((one) => (isLeft(one) ? { ...one, page } : one)))
  }
  return left
}
