export { erasePrivateFiles, expireApprovals } from './keep.ts'
export { newName } from '../files/private.ts'
export { filePurpose, openFile, sealFile } from './seal.ts'
export { findOwnCustomerId } from './store.ts'
