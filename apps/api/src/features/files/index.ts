export { avatar } from './avatar.ts'
export { avatarObject } from './rules.ts'
export { forgetUntakenAvatars, takeAvatar } from './take-avatar.ts'
