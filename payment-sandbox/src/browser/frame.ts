import type { Outcome } from '../checkout/payments';
import type { WireError } from '../wire';
import { CallError, call } from './call';
import { el, rupees } from './dom';
import type { FrameOptions, ToFrame, ToPage } from './messages';
import { cardStep, failureStep, type OpenOrder, otpStep, problemStep } from './steps';
import { approvalStep, upiStep } from './upi-steps';

const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';
const place = document.getElementById('checkout');

const tell = (message: ToPage): void => window.parent.postMessage(message, parentOrigin);
const close = (byUser = true): void => tell({ type: 'sandbox:closed', byUser });

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** Black or white, whichever reads better on the merchant's colour. */
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#1c1b1a' : '#ffffff';
}

function dress({ theme }: FrameOptions): void {
  if (!isColour(theme?.color)) return;
  document.documentElement.style.setProperty('--theme', theme.color);
  document.documentElement.style.setProperty('--on-theme', inkOn(theme.color));
}

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
