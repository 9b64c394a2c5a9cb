import { staffCalls } from '@shirogane/contract/generated/staff-calls'
import { setObserver } from '../../shell/api/api.ts'
import { addCalls } from '../../shell/api/call-table.ts'
import { keepMovements } from './device/journal.ts'

// Before any page of staff asks for anything: both the frame and the list of these pages begin with this file.
addCalls(staffCalls)
setObserver(keepMovements)
