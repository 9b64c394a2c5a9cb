/** The rows of the small tables that every sale takes names from. */
export type StoreName = { id: string; code: string; name: string }
export type RegisterName = { id: string; store_id: string; number: number; closed: boolean }
export type EmployeeName = { id: string; number: string; name: string }
export type LevelName = { level_index: number; name: string; rate_bp: number }
