export { accessTokens } from './access-tokens.ts'
export { isEmailAvailable, isPhoneAvailable, isUsernameAvailable } from './availability.ts'
export { changeEmail, sendEmailCode, verifyEmail } from './change-email.ts'
export { changePassword } from './change-password.ts'
export { changePhone } from './change-phone.ts'
export { checkReset } from './check-reset.ts'
export { closeOwnAccount, eraseClosed } from './close-account.ts'
export { exportData } from './export-data.ts'
export { handoff, handoffOnlineStore } from './handoff.ts'
export { deriveKeys, type Keys } from './keys.ts'
export { endSession, listSessions, revokeAll } from './list-sessions.ts'
export { forgetUnverified, tidyOldProofs } from './forget-unverified.ts'
export { login } from './login.ts'
export { loginCode, loginSend } from './login-code.ts'
export { logout } from './logout.ts'
export { movePhone, verifyPhone } from './move-phone.ts'
export {
  addPasskey,
  passkeyChallenge,
  passkeyLogin,
  passkeyOptions,
  passkeys,
  removePasskey,
} from './passkeys.ts'
export { countGuess, issuePin, pinProblem, tryPin } from './pins.ts'
export { refreshAccessToken } from './refresh-access-token.ts'
export { refreshToken } from './refresh-token.ts'
export { register } from './register.ts'
export { resetPassword } from './reset-password.ts'
export { sendReset } from './send-reset.ts'
export { sendVerify } from './send-verify.ts'
export { tidySecurity } from './security-store.ts'
export { sessionChecks, type Sessions } from './sessions.ts'
export { findSocketSession } from './socket-session.ts'
export { confirm, requireStepUp, stepUp, stepUpMethods, stepUpSend } from './step-up.ts'
export { isVerified, listDeadAmong, listSessionsEndedSince } from './store.ts'
export { undoEmail } from './undo-email.ts'
export { ticket } from './ticket.ts'
export { becomeMember, verifyUser } from './verify-user.ts'
