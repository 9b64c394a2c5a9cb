import type { SaleLine } from '@shirogane/ledger'

/** Articles up to the amount, dearest that fit first, and a repair for what is left: every yen is sold as something. */
export function basket(
  amount: number,
  skus: { id: string; price: number; name: string }[],
  random: () => number,
): SaleLine[] {
  const lines: SaleLine[] = []
  let left = amount
  for (let tries = 0; tries < 3; tries += 1) {
    const fitting = skus.filter(({ price }) => price <= left)
    const sku = fitting[Math.floor(random() * fitting.length)]
    if (!sku) break
    lines.push(line(lines.length + 1, sku.id, sku.name, sku.price))
    left -= sku.price
  }
  if (left > 0) lines.push(line(lines.length + 1, null, 'お直し', left))
  return lines
}

export function line(number: number, sku_id: string | null, name: string, price: number): SaleLine {
  return {
    line: number,
    sku_id,
    sku: null,
    name,
    quantity: 1,
    unit_price: price,
    discount: 0,
    subtotal: price,
    tax_rate_bp: 1_000,
  }
}

/** The same numbers every time (mulberry32), so that everybody meets the same members. */
export function generator(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
