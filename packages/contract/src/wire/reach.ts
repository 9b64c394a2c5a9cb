// How far a right reaches: what each kind of caller is answered beyond the roles that hold it. The table of rights,
// packages/contract/authz.tsv, is written from here and from the literals of the endpoints by `npm run gen`; the tests of rights ask every
// call as every caller and compare.
import { clientEvents, type namespaces } from './events.ts'
import { type Caller, type EmployeeType, employeeTypes, type Right, rolesOf } from './rights.ts'

/** Each kind of caller that the table names, and the role that they have. */
const roles = {
  anonymous: 'anonymous',
  unverified: 'unverified',
  customer: 'customer',
  /** A member who aims at what is another member's. */
  other_customer: 'customer',
  /** A member who invites others. */
  affiliator: 'customer',
  register: 'register',
  manager: 'manager',
  admin: 'owner',
} as const satisfies Record<string, Caller>
export type Column = keyof typeof roles
export const columns = Object.keys(roles) as Column[]
/** Staff for whom the table has no kind of caller: they are served what their rights name. */
export const otherRoles: readonly EmployeeType[] = employeeTypes.filter(
  (type) => !(Object.values(roles) as readonly Caller[]).includes(type),
)

/** What a caller of one kind is answered, and how the table writes it. */
const answers = {
  served: 'Y',
  /** What is their own. */
  own: 'own',
  /** What belongs to the shop where they work. */
  'own-shop': 'st',
  /** The customer whom they serve: their code was scanned here, or they paid here today. */
  'at-counter': 'cl',
  /** After they have proved anew who they are. */
  'after-proof': 'SU',
  /** Only with a secret that was sent to them. */
  'with-code': 'fl',
  /** Only with the cookie of an opened page: 403 TICKET_REQUIRED. */
  'with-ticket': 'tk',
  'only-public': 'pub',
  /** Only with the signature of the gateway: 403 WEBHOOK_UNSIGNED. */
  'if-signed': 'SG',
  /** Whom the request names is passed over or refused; it is about the caller. */
  ignored: 'ig',
  /** As if it were not there: 404. */
  absent: 'N4',
  /** It is done, or cannot be done any more: 409. */
  conflict: 'X',
  forbidden: 'F3',
  /** 403 SESSION_REQUIRED. */
  'no-session': 'S3',
  /** A socket that is closed to them. */
  rejected: 'RJ',
} as const
type Answer = keyof typeof answers

/** Who is meant by one word: members, the two who work at a shop, or all; of them those who hold the right. */
const groups = {
  all: columns.filter((column) => column !== 'other_customer'),
  member: ['customer', 'affiliator'],
  shop: ['register', 'manager'],
} as const satisfies Record<string, readonly Column[]>

/** One answer for all who hold the right, or one for each group or caller where they differ: a later word wins. */
export type Reach = Answer | { readonly [Who in keyof typeof groups | Column]?: Answer }

/**
 * The cells of one call: all who hold its right are served as its literal says, and to all others it is shut. What another
 * member aims at is not there where the address names it, and otherwise passed over.
 */
export function cellsOf(right: Right, path: string, reach: Reach = {}): Record<Column, string> {
  const holders: readonly Caller[] = rolesOf(right)
  const cells = Object.fromEntries(columns.map((column) => [column, cellOf(column, holders)])) as Record<
    Column,
    string
  >
  if (holders.includes('customer')) cells.other_customer = answers[path.includes('{') ? 'absent' : 'ignored']
  for (const [who, answer] of Object.entries(typeof reach === 'string' ? { all: reach } : reach)) {
    if (who in groups) {
      const held = groups[who as keyof typeof groups].filter((column) => holders.includes(roles[column]))
      for (const column of held) cells[column] = answers[answer]
    } else cells[who as Column] = answers[answer]
  }
  return cells
}

function cellOf(column: Column, holders: readonly Caller[]): string {
  if (holders.includes(roles[column])) return 'Y'
  if (column === 'anonymous') return 'A1'
  return column === 'unverified' && holders.includes('customer') ? 'V3' : 'F3'
}

type SocketReach = Record<Column, Answer>

const shutToGuests = { anonymous: 'rejected', unverified: 'rejected', other_customer: 'ignored' } as const
const shutToStaff = { register: 'rejected', manager: 'rejected', admin: 'rejected' } as const

/** Whom each namespace of the sockets lets in, and who comes into its room. */
const sockets: Record<(typeof namespaces)[number], { connect: SocketReach; join: SocketReach }> = {
  '/transactions': {
    connect: {
      ...shutToGuests,
      customer: 'served',
      affiliator: 'served',
      register: 'served',
      manager: 'served',
      admin: 'served',
    },
    join: {
      ...shutToGuests,
      customer: 'own',
      affiliator: 'own',
      register: 'own-shop',
      manager: 'own-shop',
      admin: 'rejected',
    },
  },
  '/affiliates': {
    connect: { ...shutToGuests, ...shutToStaff, customer: 'served', affiliator: 'served' },
    join: { ...shutToGuests, ...shutToStaff, customer: 'own', affiliator: 'own' },
  },
  '/users': {
    connect: {
      anonymous: 'rejected',
      unverified: 'served',
      customer: 'served',
      other_customer: 'ignored',
      affiliator: 'served',
      register: 'served',
      manager: 'served',
      admin: 'served',
    },
    join: {
      anonymous: 'rejected',
      unverified: 'own',
      customer: 'conflict',
      other_customer: 'ignored',
      affiliator: 'conflict',
      ...shutToStaff,
    },
  },
}

/** A row for each namespace and for its room. */
export function socketRows(): { call: string; cells: Record<Column, string> }[] {
  return (Object.keys(sockets) as (keyof typeof sockets)[]).flatMap((name) => {
    const { connect, join } = sockets[name]
    return [
      { call: `WS ${name} connect`, cells: written(connect) },
      { call: `WS ${name} ${clientEvents[name]}`, cells: written(join) },
    ]
  })
}

function written(reach: SocketReach): Record<Column, string> {
  return Object.fromEntries(columns.map((column) => [column, answers[reach[column]]])) as Record<
    Column,
    string
  >
}
