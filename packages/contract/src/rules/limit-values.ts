/**
 * Business numbers that both sides need. Those that the brand may change are defaults of rows in `settings`. Each stands
 * by itself, so that a phone is sent only those that its screens name.
 */

/** Access tokens are renewed on this timer, and every third tick uses the refresh token. */
export const refreshTimerMs = 180_000
export const refreshTokenEveryTicks = 3
export const accessTokenTtlSeconds = 300
export const refreshCookieDays = 7
/** A session ends for good after this many days, however busy it was. */
export const sessionAbsoluteDays = 30
export const staffSessionHours = 12
/** Browsers that may be one register, how long each keeps its secret unused, and how often its use is written down. */
export const registerDevicesMax = 5
export const registerDeviceDays = 400
export const registerDeviceUsedEverySeconds = 3_600
export const storeRefCookieDays = 7
export const inviteCodeCookieDays = 7

/** A code by SMS or mail: how long it is good, how often it may be guessed at, and how soon and often it is sent anew. */
export const pinTtlSeconds = 600
export const pinTries = 5
export const pinResendSeconds = 60
export const pinsPerHour = 5
export const pinsPerDay = 10
/** The way back after a forgotten password writes to a person who may not have asked: less often. */
export const resetPinsPerHour = 3
export const strangersPinsPerDay = 5
/** A network that an account was signed in from lately is one that it knows. */
export const knownNetworkDays = 90
export const pinGuessesPerHour = 15
/** Shops and carriers have many people behind one address: the caps of a network are wider than those of a person. */
export const pinGuessesPerHourOfNetwork = 60
export const smsPerDayOfNetwork = 60
export const smsPerDay = 5_000
/** Where fewer of an hour's numbers than this share confirm their code, nothing is texted for a while. */
export const smsConfirmedPercent = 30
/** Fewer numbers than these say nothing about a range or a network. */
export const smsWatchedNumbers = 20
export const smsWatchSeconds = 3_600
export const smsPauseSeconds = 3_600
export const registrationsPerHourOfNetwork = 30
export const lookupsPerTicket = 20
export const lookupsPerHourOfNetwork = 120
export const ticketTtlSeconds = 600

/**
 * Wrong passwords in half an hour: at one name from one network, at one name from everywhere, and in a browser that the
 * account knows. Beyond that each attempt begins with a proof of work.
 */
export const loginTriesOfNetwork = 10
export const loginTriesOfName = 30
export const loginTriesOfBrowser = 10
export const loginTriesSeconds = 1_800
/** A proof of work: so many rounds of hashing for a try, and a try in 2 to so many is right. Some two seconds on an old phone. */
export const loginWorkRounds = 2_048
export const loginWorkBits = 9
export const loginWorkSeconds = 300

/** A second proof of who a person is: good for one act, for so long. */
export const stepUpSeconds = 300
/** Wrong passwords of a signed-in person, in half an hour. */
export const confirmTries = 10
/** The value that carries a customer into the online store. */
export const signOnSeconds = 60
export const handoffsPerMinute = 10
export const passkeysMax = 10
export const passkeyChallengeSeconds = 300
/** A new address or number waits so long for its code. */
export const pendingContactSeconds = 3_600
/** For so long the old mail address can take a change of it back. */
export const emailUndoHours = 72
export const staffPasswordMin = 15
export const exportsPerDay = 5
export const closeReasonMax = 500
/** After a withdrawal the login is gone at once, and what names the person after so many days. */
export const closedKeptDays = 90
/** An account that never proves a phone is forgotten so many days after its registration. */
export const unverifiedKeptDays = 7

/** What a new member gets once, at verification; the brand may change both in `settings`. */
export const welcomePoints = 100
export const welcomeDays = 60
/**
 * What an invited member gets once, after the first payment of at least so much. The brand may give yen as well, both
 * to the member who invited them, and something at the verification already: those are nothing until `settings` says
 * more.
 */
export const invitePoints = 500
export const inviteDays = 60
export const invitePaymentMin = 1_000
/**
 * What an invited member brings the member who invited them, in basis points, and for how many days; the brand may
 * change both.
 */
export const affiliateRateBp = 500
export const affiliateDays = 365
/** How long a store may finish the check of a person whose code it has read. */
export const counterCheckSeconds = 600

/** A pay code lives this long; the phone fetches the next one when less than `payTokenRenewBelowSeconds` is left. */
export const payTokenTtlSeconds = 300
export const payTokenRenewBelowSeconds = 1
/** The code before the newest stays good this long, because it may be under the scanner while the phone renews. */
export const payTokenOverlapSeconds = 10
/** A scanned code belongs to the register that scanned it for this long; each edit of the sale starts it anew. */
export const claimTtlSeconds = 120

/** A large payment is confirmed by its customer within so long, and their yes carries it until the code's hold ends. */
export const confirmSeconds = 60
export const confirmUseSeconds = 120
/** Questions of this kind about one sale. */
export const confirmationsPerHour = 30

export const listPageSize = 10
export const transactionSearchPageSize = 20
/** As many articles one search may name. */
export const searchSkusMax = 20
/** Articles that a shop lays out on its registers. */
export const favouritesMax = 6
/** Searches that one person of the staff keeps, and how long the name of one may be. */
export const savedSearchesMax = 20
export const savedSearchNameMax = 40
/** As many members one word may mean in a search. */
export const searchMembersMax = 50
export const pageSizeMax = 100
/** A list counts exactly up to here and then stays, so that no list costs a full count. */
export const listTotalCap = 10_000

export const toastInviteBonusMs = 3_000
export const toastNotificationMs = 5_000

export const httpRetryLimit = 2
export const httpRetryStatus = 401
export const httpRetryMethods = ['get', 'patch', 'post', 'put'] as const
export const chunkReloadIntervalMs = 60_000

/** Yen by balance in one payment and in one day. */
export const payOnceMax = 100_000
export const payDayMax = 200_000
export const balanceMax = 100_000
/** Yen by card in one charge; what a customer under eighteen may charge in a month, and a fresh account in a day. */
export const topupMin = 500
export const topupMax = 30_000
export const topupMinorMonthMax = 5_000
export const topupNewDayMax = 20_000
export const cardsMax = 5
export const cardsPerDay = 3
/** Cards that were refused, and charges: a person who tries out stolen cards has many of both. */
export const cardFailuresPerDay = 5
export const chargesPerMinute = 20
/** A customer who has not come back from the card's bank by then has changed their mind. */
export const chargeAbandonedSeconds = 1_800
/** Nine digits: the largest amount that any field accepts. */
export const amountMax = 999_999_999
export const itemsMax = 100
export const quantityMax = 999

/** An exchange of points for balance: in whole units, at so many yen for each, and asked who is there beyond so many a day. */
export const convertUnit = 100
export const convertYenPerUnit = 100
export const convertStepUpOver = 10_000
/** A smaller sale brings the member who invited its customer nothing. */
export const affiliateBaseMin = 500
/**
 * What friends bring the member who invited them in one day of Tokyo, all of them together; the brand may change it.
 */
export const affiliateDayMax = 10_000
/** Cards of people who invite, looked at by one account, and by guests of one network. */
export const inviteCardsPerHour = 60
export const inviteCardsPerMinuteOfNetwork = 30
/** The days in which articles may come back; what they earned is confirmed after them. */
export const refundWindowDays = 14
export const rewardClaimsPerDay = 20
export const convertsPerDay = 20

/** Unused prepaid balance from which head office is told, and beyond which the law asks for a report and security. */
export const prepaidAlert = 8_000_000
export const prepaidThreshold = 10_000_000
export const prepaidPeriodDays = 400

/** What registering one's date of birth brings, and for how long it is good; the brand may change both in `settings`. */
export const birthdayRegistrationPoints = 100
export const birthdayRegistrationDays = 60
/** Points for the month of birth are good for so many days. */
export const birthdayDays = 60
export const usernameKeptDays = 30

/** A picture that claims more is not decoded; the sentence of IMAGE_DIMENSIONS says the number. */
export const picturePixelsMax = 40_000_000
export const avatarBytesMax = 5_242_880
export const avatarSidePx = 512
export const uploadsPerDay = 20

export const privateBytesMax = 10_485_760
/** Below this the letters of a card cannot be read. */
export const privateLongSideMin = 1_000
export const privateLongSidePx = 2_400
/** Pictures of documents that no request was sent with go after so many hours. */
export const privateUnusedHours = 24
export const privateUploadsPerDay = 60
export const kycRequestsPerDay = 3
export const kycRequestsMax = 5
export const kycRequestsDays = 30
/** From the first picture of the paper to the last of the face. */
export const kycCaptureSeconds = 600
/** After the decision a reviewer may look at the pictures for so long. */
export const kycImagesDays = 30
/** An approval ends so many days after the paper has. */
export const kycExpiryGraceDays = 30

export const postcodesPerMinute = 60
export const bankQueriesPerMinute = 60
/** Rows of one search for a bank or a branch. */
export const bankRowsMax = 20
export const payoutMethodsMax = 5
export const payoutMethodWritesPerDay = 5
/** For so long nothing leaves to an account that has just been named: its owner has the time to say that it is not theirs. */
export const payoutCoolingHours = 24
/** How long the number in a letter about a bank account stops payouts. */
export const payoutStopHours = 72

export const contactsPerDay = 5
export const contactsPerNetworkDay = 20

export const bodyBytesMax = 65_536
export const idempotencyKeyMin = 8
export const idempotencyKeyMax = 255

/** Why articles or money go back, in the register's words. */
export const refundReasonMax = 200
/** Refunds and voids by one employee; repeats of one act count once. */
export const refundsPerHour = 20
/** Receipts that one employee mails. */
export const receiptMailsPerHour = 60
/** Files that one person has drawn: fewer than may wait, so that there is always room for another person's. */
export const documentsPerMinute = 15
/** Points that one employee hands over; repeats of one act count once. */
export const grantsPerHour = 20
export const correctionsPerHour = 20
/** Charges that one employee takes in cash. */
export const cashChargesPerHour = 60
/** Collections of deferred payments by one member of staff, and by one customer for themself. */
export const collectionsPerHour = 60
/** The path of a signature, in characters. */
export const signatureMax = 20_000
/** Wrong passwords of staff at a register, before it waits. */
export const employeeAuthTries = 5
export const employeeAuthLockSeconds = 900

/** A second person decides within so long, and what they approved is done soon after. */
export const approvalSeconds = 600
export const approvalUseSeconds = 300
export const approvalsPerHour = 60
export const approvalSubjectMax = 8_000
/** Wrong PINs of one person in a day: at the registers of others, of these at the register of one colleague, and at their own. */
export const staffPinTriesPerDay = 15
export const staffPinTriesPerDayOfColleague = 5
export const staffPinTriesPerDayOfOwn = 5
export const staffPinDigits = 6
/** The way to a first password: letters and figures that are not mistaken for each other, and how long it is good. */
export const staffInvitationHours = 72
export const staffInvitationLetters = 16
/** A register that is not touched for so long asks who is there, on the page and at the server. */
export const registerIdleSeconds = 300
/** How often a register that is touched says so at most, and how often that is written. */
export const registerAwakeSeconds = 15

/** Unknown codes that one register may try in a minute before it must wait. */
export const unknownCodesPerMinute = 20
export const payTokensPerMinute = 12
/** Pay codes of one session in a day: one that stands open all day asks for 288. */
export const payTokensPerDay = 500

/**
 * For so many days after a restore a register says what the books have lost of what it was told of in as many days before.
 * It asks for so many at a time.
 */
export const journalDays = 7
export const journalBatch = 500

/** A cart that is put aside is kept for two days, and stays in the hands of the register that took it back for so long. */
export const parkedHours = 48
export const parkedHeldSeconds = 900
export const parkedMax = 200
/** What a price by weight was when the cart was put aside holds for a day. */
export const silverQuoteHours = 24
/** Pieces of one coin or note in a count, and words beside a close. */
export const cashPiecesMax = 99_999
export const closeNoteMax = 200
/** Movements that are named as what a difference may come from. */
export const daySuspectsMax = 8
/** The longest period of a report of sales. */
export const dayReportDays = 92
/** Pieces of one article in one act on stock, and articles in one act. */
export const stockPiecesMax = 99_999
export const stockLinesMax = 300
export const stockSalesDays = 30
export const reservationDaysMax = 30
export const bannersMax = 12
/** A banner's picture, at twice its size on the widest screen. */
export const bannerWidthPx = 1_436
export const bannerHeightPx = 400
/** A photograph of articles as it stands in a list, at twice its size, and as it is looked at alone. */
export const articleTilePx = 192
export const articleSheetPx = 960
/** Of one bought piece, as the database has it; and as large as one is looked at. */
export const piecePhotosMax = 4
export const piecePhotoPx = 1_600
/** Below this a photograph of articles would be blurred on every screen. */
export const articleLongSideMin = 800
/** Enough for a clerk who photographs a whole shop, and too few to fill a disk. */
export const articlePhotosPerDay = 300
/** Below this a picture would be blurred on every phone. */
export const bannerLongSideMin = 718

/** Requests of one member in an hour, refused ones among them. */
export const payoutsPerHour = 20
/** More lines than a bank takes in one file of ours. */
export const payoutFileBytesMax = 4_000_000
export const payoutResultsPerDay = 200

/** By law: beyond so much cash from one person on one day it is written down who they are. */
export const cashIdentityOver = 2_000_000
export const buybackItemsMax = 20
/** Strokes of a signature, as pairs of whole numbers: no more than fits into one request. */
export const signatureNumbersMax = 6_000
