/** What was claimed back of payments. */
export class ClaimStore<T extends { id: string; payment_id: string }> {
  readonly #claims = new Map<string, T>();

  add(claim: T): void {
    this.#claims.set(claim.id, claim);
  }

  /** Newest first. */
  list(): T[] {
    return [...this.#claims.values()].reverse();
  }

  forgetOf(paymentIds: ReadonlySet<string>): void {
    for (const [id, { payment_id: paymentId }] of this.#claims) if (paymentIds.has(paymentId)) this.#claims.delete(id);
  }
}
