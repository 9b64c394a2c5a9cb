export type Article = { id: string; price: number }
export type Level = { shelf: number; hold: number; damaged: number; transit: number }
export type Sent = { id: string; article: Article; quantity: number; from: string; to: string }

/** What lies where, told by plain sums and by nothing of the ledger's own code. */
export class Shelves {
  readonly #levels = new Map<string, Level>()
  readonly underWay: Sent[] = []

  constructor(stores: readonly string[], articles: readonly Article[]) {
    for (const store of stores)
      for (const { id } of articles)
        this.#levels.set(`${store} ${id}`, { shelf: 0, hold: 0, damaged: 0, transit: 0 })
  }

  of(store: string, article: Article): Readonly<Level> {
    return this.#levels.get(`${store} ${article.id}`)!
  }

  move(store: string, article: Article, place: keyof Level, quantity: number): void {
    this.#levels.get(`${store} ${article.id}`)![place] += quantity
  }

  /** From the shelf onto the way, which belongs to where it goes. */
  send(sent: Sent): void {
    this.move(sent.from, sent.article, 'shelf', -sent.quantity)
    this.move(sent.to, sent.article, 'transit', sent.quantity)
    this.underWay.push(sent)
  }

  /** Nothing of it is on its way any more, wherever it is now and however little of it came. */
  end(sent: Sent, { at, quantity }: { at: string; quantity: number }): void {
    this.move(sent.to, sent.article, 'transit', -sent.quantity)
    this.move(at, sent.article, 'shelf', quantity)
    this.underWay.splice(this.underWay.indexOf(sent), 1)
  }

  /** As the books list it: by store and article. */
  report(): ({ store_id: string; sku_id: string } & Level)[] {
    return [...this.#levels]
      .map(([key, level]) => {
        const [store_id = '', sku_id = ''] = key.split(' ')
        return { store_id, sku_id, ...level }
      })
      .toSorted((one, two) => (`${one.store_id} ${one.sku_id}` < `${two.store_id} ${two.sku_id}` ? -1 : 1))
  }
}
