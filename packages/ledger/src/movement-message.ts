/** Codes whose sentences need nothing beyond the row's own figures. */
type PlainMessage =
  | 'birthday'
  | 'buyback'
  | 'buyback_taken_back'
  | 'buyback_transfer'
  | 'charge_taken_back'
  | 'debt_written_off'
  | 'forfeited'
  | 'grant_taken_back'
  | 'invitation_taken_back'
  | 'invite_given'
  | 'move_taken_back'
  | 'points_repaid'
  | 'reward_confirmed'
  | 'reward_forfeited'
  | 'reward_refunded'
  | 'reward_taken_back'
  | 'reward_to_balance'
  | 'reward_to_bank'
  | 'tender_corrected'
  | 'welcome'

/**
 * What a movement tells its customer, as its row keeps it: a code, and what its sentence says beyond the figures of the
 * row. Names are those of the moment.
 */
export type MovementMessage =
  | { code: PlainMessage }
  | { code: 'birthday_registration'; /** The last day of the points. */ until: string }
  | { code: 'invite' | 'invite_join'; /** The inviter's username. */ inviter: string }
  | { code: 'received_from_store'; store: string }
  | { code: 'received_from_member' | 'moved_to_member'; /** The other's initials. */ member: string }
  /** What the brand gives, in words that a person chose. */
  | { code: 'gift'; text: string }
