/**
 * What is under way. A `Set` makes its table anew every few dozen steps, in the part of the heap that is swept last: under
 * load that alone had all of it swept every few seconds. Places that are used again make no garbage.
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
