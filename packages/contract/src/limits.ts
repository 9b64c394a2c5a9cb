/** Business numbers that both sides need. Those that the brand may change are defaults of rows in `settings`. */
export const limits = {
  /** Access tokens are renewed on this timer, and every third tick uses the refresh token. */
  refreshTimerMs: 180_000,
  refreshTokenEveryTicks: 3,
  accessTokenTtlSeconds: 300,
  refreshCookieDays: 7,
  /** A session ends for good after this many days, however busy it was. */
  sessionAbsoluteDays: 30,
  staffSessionHours: 12,
  storeRefCookieDays: 7,
  inviteCodeCookieDays: 7,

  /** A code by SMS or mail: how long it is good, how often it may be guessed at, and how soon and often it is sent anew. */
  pinTtlSeconds: 600,
  pinTries: 5,
  pinResendSeconds: 60,
  pinsPerHour: 5,
  pinsPerDay: 10,
  /** The way back after a forgotten password writes to somebody who has not asked: less often. */
  resetPinsPerHour: 3,
  pinGuessesPerHour: 15,
  /** Shops and carriers have many people behind one address: the caps of a network are wider than those of a person. */
  pinGuessesPerHourOfNetwork: 60,
  smsPerDayOfNetwork: 60,
  smsPerDay: 5_000,
  registrationsPerHourOfNetwork: 30,
  lookupsPerTicket: 20,
  lookupsPerHourOfNetwork: 120,
  ticketTtlSeconds: 600,

  /** A second proof of who somebody is: good for one act, for so long. */
  stepUpSeconds: 300,
  /** Wrong passwords of somebody who is signed in, in half an hour. */
  confirmTries: 10,
  /** The value that carries a customer into the online store. */
  handoffSeconds: 60,
  handoffsPerMinute: 10,
  passkeysMax: 10,
  passkeyChallengeSeconds: 300,
  /** A new address or number waits so long for its code. */
  pendingContactSeconds: 3_600,
  staffPasswordMin: 15,
  exportsPerDay: 5,
  closeReasonMax: 500,
  /** After a withdrawal the login is gone at once, and what names the person after so many days. */
  closedKeptDays: 90,
  /** Whoever registers and never proves a phone is forgotten after so many days. */
  unverifiedKeptDays: 7,

  /** What a new member gets once, at verification; the brand may change both in `settings`. */
  welcomePoints: 100,
  welcomeDays: 60,
  /** What an invited member gets once, after the first payment of at least so much. */
  invitePoints: 500,
  inviteDays: 60,
  invitePaymentMin: 1_000,
  /** How long a store may finish the check of a person whose code it has read. */
  counterCheckSeconds: 600,

  /** A pay code lives this long; the phone fetches the next one when less than `payTokenRenewBelowSeconds` is left. */
  payTokenTtlSeconds: 300,
  payTokenRenewBelowSeconds: 1,
  /** The code before the newest stays good this long, because it may be under the scanner while the phone renews. */
  payTokenOverlapSeconds: 10,
  /** A scanned code belongs to the register that scanned it for this long; each edit of the sale starts it anew. */
  claimTtlSeconds: 120,

  listPageSize: 10,
  transactionSearchPageSize: 20,
  pageSizeMax: 100,
  /** A list counts exactly up to here and then stays, so that no list costs a full count. */
  listTotalCap: 10_000,

  toastDefaultMs: 1_000,
  toastInviteBonusMs: 3_000,
  toastNotificationMs: 5_000,
  toastRefundMs: 5_000,

  httpRetryLimit: 2,
  httpRetryStatus: 401,
  httpRetryMethods: ['get', 'patch', 'post', 'put'],
  chunkReloadIntervalMs: 60_000,
  mobileBreakpointPx: 750,
  containerMaxWidthPx: 750,

  /** Yen by balance in one payment and in one day. */
  payOnceMax: 100_000,
  payDayMax: 200_000,
  balanceMax: 100_000,
  /** Nine digits: the largest amount that any field accepts. */
  amountMax: 999_999_999,
  itemsMax: 100,
  quantityMax: 999,

  /** What registering one's date of birth brings, and for how long it is good. */
  birthdayRegistrationPoints: 100,
  birthdayRegistrationDays: 60,
  usernameKeptDays: 30,

  avatarBytesMax: 5_242_880,
  avatarPixelsMax: 40_000_000,
  avatarSidePx: 512,
  uploadsPerDay: 20,

  privateBytesMax: 10_485_760,
  privatePixelsMax: 40_000_000,
  /** Below this the letters of a card cannot be read. */
  privateLongSideMin: 1_000,
  privateLongSidePx: 2_400,
  /** Pictures of papers that nobody sent in go after so many hours. */
  privateUnusedHours: 24,
  privateUploadsPerDay: 60,
  kycRequestsPerDay: 3,
  kycRequestsMax: 5,
  kycRequestsDays: 30,
  /** From the first picture of the paper to the last of the face. */
  kycCaptureSeconds: 600,
  /** After the decision a reviewer may look at the pictures for so long. */
  kycImagesDays: 30,
  /** An approval ends so many days after the paper has. */
  kycExpiryGraceDays: 30,

  postcodesPerMinute: 60,

  contactsPerDay: 5,
  contactsPerNetworkDay: 20,

  bodyBytesMax: 65_536,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 255,
  idempotencyKeepHours: 24,

  /** Unknown codes that one register may try in a minute before it must wait. */
  unknownCodesPerMinute: 20,
  payTokensPerMinute: 12,
} as const
