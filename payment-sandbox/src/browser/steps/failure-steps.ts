import type { WireError } from '../../wire';
import { el } from '../dom';
import { heading } from './heading';

/** The payment failed and may be tried again. */
export function failureStep(error: WireError, again: () => void, close: () => void): HTMLElement[] {
  return [
    heading('Payment failed'),
    el('p', { className: 'error', role: 'alert' }, error.description),
    el('p', { className: 'code' }, `${error.reason} · ${error.metadata.payment_id ?? ''}`),
    el('button', { type: 'button', className: 'primary', on: { click: again } }, 'Try again'),
    el('button', { type: 'button', className: 'plain', on: { click: close } }, 'Close'),
  ];
}

/** The checkout cannot go on: wrong key, unknown order, already paid. */
export const problemStep = (message: string): HTMLElement[] => [
  heading('This payment cannot be made'),
  el('p', { className: 'error', role: 'alert' }, message),
];
