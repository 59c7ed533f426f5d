/**
 * What is under way. A `Set` rebuilds its table every few dozen steps, in the old generation: under load that alone
 * caused a full collection every few seconds. Reused slots make no garbage.
 */
export class InFlight<Item> {
  private readonly places: (Item | undefined)[] = [];
  private readonly free: number[] = [];

  /** @returns the place that it is kept at, to remove it by */
  add(item: Item): number {
    const place = this.free.pop() ?? this.places.length;
    this.places[place] = item;
    return place;
  }

  /** Once for each that was added. */
  remove(place: number): void {
    this.places[place] = undefined;
    this.free.push(place);
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const item of this.places) if (item !== undefined) yield item;
  }
}
