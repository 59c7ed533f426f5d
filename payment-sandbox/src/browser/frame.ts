import type { Outcome } from '../checkout/outcome';
import type { WireError } from '../wire';
import { CallError, call } from './call';
import { el, rupees } from './dom';
import { dress } from './dress';
import type { FrameOptions, ToFrame, ToPage } from './messages';
import { approvalStep } from './steps/approval-step';
import { cardStep } from './steps/card-step';
import { failureStep, problemStep } from './steps/failure-steps';
import type { OpenOrder } from './steps/open-order';
import { otpStep } from './steps/otp-step';
import { upiStep } from './steps/upi-step';

const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';
const place = document.getElementById('checkout');

const tell = (message: ToPage): void => window.parent.postMessage(message, parentOrigin);
const close = (byUser = true): void => tell({ type: 'sandbox:closed', byUser });

function head({ name, description }: FrameOptions, amount?: number): HTMLElement {
  return el(
    'header',
    {},
    el('p', { className: 'ribbon' }, 'Sandbox: no money moves here'),
    el('button', { type: 'button', className: 'close', on: { click: () => close() } }, 'Close'),
    el('p', { className: 'merchant' }, name || 'Merchant'),
    el('p', { className: 'description' }, description ?? ''),
    el('p', { className: 'amount' }, amount === undefined ? '' : rupees(amount)),
  );
}

function show(options: FrameOptions, contents: HTMLElement[], order?: OpenOrder): void {
  const body = el('section', { className: 'step' }, ...contents);
  place?.replaceChildren(el('div', { className: 'sheet' }, head(options, order?.amount), body));
  const first = body.querySelector<HTMLElement>('h1');
  first?.focus();
}

async function pay(options: FrameOptions, order: OpenOrder): Promise<void> {
  const ended = (outcome: Outcome): void => {
    if (outcome.status === 'captured') tell({ type: 'sandbox:succeeded', response: outcome.response });
    else fail(outcome.error);
  };
  const fail = (error: WireError): void => {
    tell({ type: 'sandbox:failed', error });
    if (options.retry)
      show(
        options,
        failureStep(error, () => start(options), close),
        order,
      );
    else close(false);
  };
  const showStep = (contents: HTMLElement[]): void => show(options, contents, order);
  const byCard = async (): Promise<void> =>
    showStep(await cardStep(options, order, (paymentId) => showStep(otpStep(paymentId, ended)), byUpi));
  const byUpi = async (): Promise<void> =>
    showStep(await upiStep(options, order, (paymentId) => showStep(approvalStep(paymentId, ended)), byCard));
  await byCard();
}

async function start(options: FrameOptions): Promise<void> {
  try {
    const { key, order_id, amount } = options;
    await pay(options, await call<OpenOrder>('/checkout/orders', { key, order_id, amount }));
  } catch (error) {
    show(options, problemStep(error instanceof CallError ? error.message : 'The payment sandbox cannot be reached.'));
  }
}

function receive(event: MessageEvent): void {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const message = event.data as ToFrame;
  if (message.type !== 'sandbox:open') return;
  window.removeEventListener('message', receive);
  dress(message.options);
  if (message.options.escape) {
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close();
    });
  }
  start(message.options);
}

if (window.parent !== window && URL.canParse(parentOrigin)) {
  window.addEventListener('message', receive);
  tell({ type: 'sandbox:ready' });
}
