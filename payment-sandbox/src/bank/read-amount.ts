import { RefusedError } from '../errors';

const AMOUNT_MIN = 100;

/** The amount of a refund in paise: what is left of the payment when none is given. @throws RefusedError */
export function readAmount(given: unknown, left: number): number {
  if (given === undefined || given === null || given === '') return left;
  const amount = Number(given);
  if (!Number.isInteger(amount)) throw new RefusedError('The amount must be an integer.', { field: 'amount' });
  if (amount < AMOUNT_MIN) throw new RefusedError('The amount must be atleast INR 1.00', { field: 'amount' });
  if (amount <= left) return amount;
  throw new RefusedError('The refund amount provided is greater than amount captured', { field: 'amount' });
}
