import { RefusedError, unknownId } from '../errors';
import type { ClaimStore } from '../store/claim-store';
import type { Webhooks } from '../webhooks/webhooks';
import type { Dispute, Entities, EventName, Refund } from '../wire';
import type { Bank } from './bank';

/**
 * What goes back, or is asked back, from the money of a payment: each claim is made once, moves on, and ends. Every step tells
 * the merchant.
 */
export abstract class Claims<T extends Refund | Dispute> {
  protected readonly bank: Bank;
  readonly #kept: ClaimStore<T>;
  readonly #webhooks: Webhooks;

  constructor(bank: Bank, kept: ClaimStore<T>, webhooks: Webhooks) {
    this.bank = bank;
    this.#kept = kept;
    this.#webhooks = webhooks;
  }

  protected abstract isEnded(claim: T): boolean;

  /** Newest first. */
  list(): T[] {
    return this.#kept.list();
  }

  /** Newest first. @throws RefusedError when there is no such payment */
  ofPayment(paymentId: string): T[] {
    const { payment } = this.bank.find(paymentId);
    return this.list().filter((claim) => claim.payment_id === payment.id);
  }

  /** @param paymentId only among the claims of this payment @throws RefusedError when there is no such claim */
  find(id: string, paymentId?: string): T {
    const among = paymentId === undefined ? this.list() : this.ofPayment(paymentId);
    const found = among.find((claim) => claim.id === id);
    if (!found) throw unknownId();
    return found;
  }

  /** @throws RefusedError when there is no such claim, or it is over */
  protected findRunning(id: string): T {
    const claim = this.find(id);
    if (this.isEnded(claim)) throw new RefusedError(`This ${claim.entity} has ended.`);
    return claim;
  }

  protected keep(claim: T): T {
    this.#kept.add(claim);
    return claim;
  }

  protected tell(event: EventName, claim: T): Promise<void> {
    const { payment } = this.bank.find(claim.payment_id);
    const entities: Entities = { payment, [claim.entity]: claim };
    return this.#webhooks.emit(event, entities);
  }
}
