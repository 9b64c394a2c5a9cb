export { erasePrivateFiles, expireApprovals } from './keep.ts'
export { newName } from '../files/private.ts'
export { filePurpose, openFile, encryptFile } from './encrypt.ts'
export { findOwnCustomerId } from './store.ts'
