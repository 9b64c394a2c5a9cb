// What people may do, and which roles do it: the one table of rights. A right that a role does not hold does not exist for that role.
// To move a right, edit its row. To add a role, name it below and in the rows of its rights, with its label in `terms/role-words.ts`.
// Then run `npm run gen`.
// Up to which amount a role needs no approval stands below the rights: `ceilings`, with the setting that says the amount.
// Two things stand elsewhere. Which right the second person needs: `approvedBy` of permissions.ts. Whose rows a right reaches, such as those of one's
// own shop: `reach` in the literal of each call. `npm run gen` writes from here `holds`, which the functions of the database ask,
// and `authz.tsv`, which the tests of rights read.

import type { NumberSetting } from '../rules/setting-catalogue.ts'

/** All who work for the brand, from the register to the head office. */
export const employeeTypes = ['register', 'manager', 'accounting', 'kyc_reviewer', 'owner'] as const
export type EmployeeType = (typeof employeeTypes)[number]

/** Members, who have proved their phone, and staff. */
const verified = ['customer', ...employeeTypes] as const
export const signedIn = ['unverified', ...verified] as const

/** Who may call. A right names every role that it serves; all others are refused before the handler runs. */
const callers = ['anonymous', ...signedIn] as const
export type Caller = (typeof callers)[number]

/** What staff do by themselves, in part up to a ceiling. The app is told these with the row of who is signed in. */
const acts = {
  /** Works at a register: scans, sells, parks a sale, corrects how it was paid, lends a clerk the register. */
  sell: ['register', 'manager'],
  /** Finds the sales and the colleagues of the shop, and keeps searches; head office finds those of all shops. */
  'sales.read': ['register', 'manager', 'accounting', 'owner'],
  /** Takes cash for what a customer owes. */
  'later.collect': ['register', 'manager'],
  /** Loads a customer's balance for cash. */
  'charge.take': ['register', 'manager'],
  /** Opens the drawer without a sale, and writes down who brings much cash. */
  'cash.move': ['register', 'manager'],
  /** Reads what the open day came to so far. */
  'report.x': ['register', 'manager', 'owner'],
  /** Counts the float, moves cash of the drawer and closes the day. */
  close: ['register', 'manager', 'owner'],
  /** Reads what lies on the shelves and how it moved. */
  'stock.read': ['register', 'manager', 'owner'],
  /** Takes in deliveries, counts, reserves and sends to another shop. */
  'stock.receive': ['register', 'manager', 'owner'],
  /** Lowers a price at the register. */
  discount: ['register', 'manager', 'owner'],
  /** Takes articles of a sale back. */
  refund: ['register', 'manager', 'owner'],
  /** Takes a whole sale, charge or grant back. */
  void: ['register', 'manager', 'owner'],
  /** Corrects how a sale was paid, on their own authority. */
  correct: ['manager', 'owner'],
  /** Opens a closed day once more. */
  reopen: ['manager', 'owner'],
  /** Gives points away without a sale. */
  'points.grant': ['register', 'manager', 'owner'],
  /** Sets how much a customer may owe, and reads by name who owes. */
  'later.limit': ['manager', 'accounting', 'owner'],
  /** Corrects the stock of an article. */
  'stock.adjust': ['register', 'manager', 'owner'],
  /** Posts a stocktake, sees what the books expect while it runs, and sets when to order anew. */
  'stock.count': ['manager', 'owner'],
  /** Closes a day whose drawer is over or short. */
  'close.difference': ['register', 'manager', 'owner'],
  /** Answers for a purchase of silver, as its buyer or as the second person, and reads the dealer's book. */
  buyback: ['manager', 'owner'],
  /** Reads members: who they are, what they bought, what was noted. */
  'customer.read': ['manager', 'owner'],
  /** Has the overview of the shops' days on home, and reads who brought much cash. */
  'reports.read': ['manager', 'accounting', 'owner'],
  /** Reads campaigns, the terms of ranks and all pictures of home, those to come as well. */
  'campaigns.read': ['manager', 'owner'],
  /** Answers what customers ask. */
  contacts: ['manager', 'owner'],
  /** Reads the shops, and of the staff what only those who keep them see. */
  'staff.read': ['manager', 'accounting', 'owner'],
  /** Lets staff in, gives them roles, vouches for them and stops them. */
  staff: ['manager', 'owner'],
  /** Reads the log of acts. */
  'log.read': ['manager', 'owner'],
  /** Is the second person for what a colleague asks. */
  approve: ['manager', 'accounting', 'owner'],
  /** Writes off what a customer owes. */
  'later.write_off': ['accounting', 'owner'],
  /** Pays out rewards and purchases of silver: checks accounts, approves, writes bank files, records results. */
  payout: ['accounting', 'owner'],
  /** Reads the book of prepaid balances that the law asks for. */
  prepaid: ['accounting', 'owner'],
  /** Approves a rank that was given. */
  'rank.agree': ['accounting', 'owner'],
  /** Reads identity documents and decides on them. */
  'kyc.review': ['kyc_reviewer', 'owner'],
  /** Makes and changes campaigns. */
  campaigns: ['owner'],
  /** Sets what a rank asks and gives. */
  levels: ['owner'],
  /** Makes, orders and removes the pictures of home. */
  banners: ['owner'],
  /** Changes the settings of the brand, alone or, for limits, by a proposal. */
  settings: ['owner'],
} as const satisfies Record<string, readonly EmployeeType[]>

/** What opens a call besides: to members, to people who are not signed in, and to staff who ask before they act. */
const doors = {
  /** Is open to all: logs in and out, reads what is public, writes to the brand. */
  anyone: callers,
  /** Opens a member's account, or finds the way back into it. */
  join: ['anonymous', 'unverified', 'customer'],
  /** Keeps one's sessions and notices, and proves anew who one is. */
  'session.own': signedIn,
  /** Proves one's phone, shows a code at the register, closes one's account. */
  membership: ['unverified', 'customer'],
  /** Keeps one's own account: name, picture, mail, password, passkeys. */
  'account.own': verified,
  /** Is a member: pays, charges, collects points, invites, is paid out. */
  member: ['customer'],
  /** Looks up banks, the next rank and what an inviter's page shows. */
  'member.lookup': ['customer', 'owner'],
  /** Takes part at the counter, as the member or as staff: follows the sale, reads the ranks, makes a member an inviter. */
  counter: ['customer', 'register', 'manager', 'owner'],
  /** Fetches the receipt of a sale. */
  'receipt.read': ['customer', 'register', 'manager', 'owner'],
  /** Hands a receipt out: by mail, or printed once more. */
  'receipt.send': ['register', 'manager', 'owner'],
  /** Reads one transaction. */
  'transaction.read': ['customer', 'register', 'manager', 'accounting', 'owner'],
  /** Reads the statement of a payout. */
  'statement.read': ['customer', 'accounting', 'owner'],
  /** Works for the brand: reads their own row and sets their PIN. */
  work: employeeTypes,
  /** Asks a second person to approve, and follows what they say. */
  'approve.ask': ['register', 'manager', 'accounting', 'owner'],
  /** Approves what belongs to the shop floor: a drawer that is over or short, cash that stands out. */
  'approve.floor': ['manager', 'owner'],
  /** Gives back of any amount and day, and what others sold, as the second person too. */
  'refund.large': ['manager', 'owner'],
  /** Belongs to one shop, and works there alone. */
  'shop.own': ['register', 'manager'],
  /** Acts in every shop, as the second person too, instead of in one's own alone. */
  'shops.act': ['owner'],
  /** Reads the sales, debts and approvals of every shop. */
  'shops.read': ['accounting', 'owner'],
  /** Opens, changes and closes shops and registers. */
  stores: ['owner'],
  /** Enrols the devices on which a shop sells. */
  devices: ['manager', 'owner'],
  /** Sees the member who stands at the register or paid there today, and the sales that are parked. */
  'counter.members': ['register', 'manager', 'owner'],
  /** Reads the day of a shop, its closes and its reports: staff of a shop those of their own. */
  'day.read': ['register', 'manager', 'accounting', 'owner'],
  /** Calls cash suspicious. */
  'cash.suspect': ['manager'],
  /** Serves deferred payment: reads debts, takes payments, adds notes and proposes limits. */
  'later.serve': ['register', 'manager', 'accounting', 'owner'],
  /** Takes notice of a transfer that pays a debt. */
  'later.bank': ['accounting', 'owner'],
  /** Writes notes about a member, stops them and allows them again. */
  'customer.keep': ['manager', 'owner'],
  /** Looks at identity documents across the counter. */
  'kyc.visit': ['manager'],
  /** Buys silver across the counter, and says what becomes of it. */
  'buyback.make': ['manager'],
  /** Reads purchases of silver. */
  'buyback.read': ['manager', 'accounting', 'owner'],
  /** Reads articles and the price of silver. */
  'catalogue.read': ['register', 'manager', 'owner'],
  /** Makes and changes articles. */
  catalogue: ['owner'],
  /** Takes the picture of an article. */
  'catalogue.photo': ['manager', 'owner'],
  /** Enters the price of silver, and approves the one that a colleague entered. */
  'silver.set': ['manager', 'owner'],
  /** Gives a member a rank, and ends it. */
  'rank.give': ['owner'],
  /** Reads who invites whom and what looks like one person. */
  'affiliates.read': ['accounting', 'owner'],
  /** Decides on inviters: stops them, allows them, settles a suspicion. */
  affiliates: ['owner'],
  /** Asks for a prepaid balance to be paid out, or declines it. */
  cashout: ['accounting', 'owner'],
  /** Approves that a prepaid balance is paid out. */
  'cashout.approve': ['owner'],
  /** Reads whether the books balance. */
  'books.read': ['accounting', 'owner'],
  /** Reads when the jobs of the server last ran, and how that ended. */
  'schedules.read': ['accounting', 'owner'],
  /** Lifts a stop that the audit of the books, or of the payouts, has set. */
  'books.lift': ['owner'],
  /** Proposes a legal document. */
  'legal.propose': ['owner'],
  /** Reads the versions of legal documents, and approves one that a colleague proposed. */
  'legal.agree': ['accounting', 'owner'],
  /** Reads the settings. */
  'settings.read': ['manager', 'accounting', 'owner'],
  /** Approves a change of a limit that a colleague proposed. */
  'settings.agree': ['accounting', 'owner'],
} as const satisfies Record<string, readonly Caller[]>

/**
 * Up to which amount a role does by itself what its right allows: what the brand's setting says, or the shop's own column where it
 * has one. Beyond it another person approves, but never their own request. A role that is not named needs no approval.
 */
export type Ceiling = { setting: NumberSetting; of_store?: 'register_refund_max' }

const refundCeiling: Ceiling = { setting: 'refund.register_max', of_store: 'register_refund_max' }

export const ceilings: Readonly<Record<string, Partial<Record<EmployeeType, Ceiling>>>> = {
  discount: { register: { setting: 'discount.register_max' } },
  refund: { register: refundCeiling },
  void: { register: refundCeiling },
  /** Points at once, and in one day. */
  'points.grant': {
    register: { setting: 'points.register_max' },
    manager: { setting: 'points.manager_max' },
  },
  'points.grant.day': {
    register: { setting: 'points.register_day_max' },
    manager: { setting: 'points.manager_day_max' },
  },
  'later.limit': { manager: { setting: 'deferred.limit' } },
  'stock.adjust': { register: { setting: 'stock.register_adjust_max' } },
  /** Yen by which the drawer may be over or short before a second person looks at it. */
  'close.difference': {
    register: { setting: 'close.difference_max' },
    manager: { setting: 'close.difference_max' },
  },
} satisfies Partial<Record<Permission | `${Permission}.day`, Partial<Record<EmployeeType, Ceiling>>>>

export const rights = { ...acts, ...doors }
export type Rights = typeof rights
export type Right = keyof Rights
/** A right that only staff hold, up to a ceiling where there is one. */
export type Permission = keyof typeof acts

/** The roles that hold a right, in the order of `callers`. */
export function rolesOf<Name extends Right>(right: Name): Rights[Name] {
  return rights[right]
}

/** Whether people of this role may do it at all, with or without a second person. */
export function holds(role: Caller, right: Right): boolean {
  return (rights[right] as readonly Caller[]).includes(role)
}

/** What the app is told that this role does by itself, in the order of the table. */
export function permissionsOf(type: EmployeeType): Permission[] {
  return (Object.keys(acts) as Permission[]).filter((right) => holds(type, right))
}

/** The ceiling of a right for this role, in one act; null where there is none. */
export function ceilingOf(type: EmployeeType, permission: Permission): Ceiling | null {
  return ceilings[permission]?.[type] ?? null
}
