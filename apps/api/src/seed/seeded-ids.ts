/** What the demo's rows are found by while its history is made. */
export type SeededIds = {
  stores: Map<string, { id: string; register_id: string }>
  clerks: Map<string, string>
  /** Who closes a store's days: its manager, or else its register staff. */
  closers: Map<string, string>
  members: Map<string, string>
  skus: Map<string, { id: string; price: number; name: string; stocked: boolean }>
}
