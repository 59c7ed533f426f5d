import { closest, isAnswered, isPosted, isUnreachable, submitForm } from '../navigation/links';
import styles from './post-when-served.module.css';

/** The two parts of a page that come to life on their own: what surrounds it, and the remote in the slot. */
export type Part = 'layout' | 'slot';

interface Held {
  part: Part;
  /** Does with scripts what was asked for without. */
  replay(): void;
  /** Does what a page without scripts would have done. */
  native(): void;
}

/** A part is hydrated in slices: its forms are answered a little after it was mounted. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Presses a button, and keeps its form from being sent. React hydrates at once what a click is for, and leaves a form
 * that is submitted to its slices. On a slow machine these take longer than anybody waits.
 */
function pressWithoutSubmit(button: HTMLElement): void {
  const hold = (event: Event) => event.preventDefault();
  // React lets no click further down than its root while what it is for waits for code.
  window.addEventListener('click', hold, true);
  button.click();
  window.removeEventListener('click', hold, true);
}

/** Submits a form at each frame until somebody answers; what nobody answers goes where it leads without scripts. */
function submitUntilAnswered(form: HTMLFormElement, submitter: HTMLElement | null, deadline: number): void {
  if (isAnswered(form, new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))) return;
  if (performance.now() <= deadline) requestAnimationFrame(() => submitUntilAnswered(form, submitter, deadline));
  else if (isPosted(form)) void postWhenServed(form, () => true);
  else submitForm(form);
}

const EVENTS = ['click', 'submit'];

/**
 * Keeps what a visitor asked of a part that is not alive yet, so that it happens when it is. Links work without scripts,
 * and are left to the browser. Forms that post work without scripts too, as soon as the server can be reached.
 */
export class HeldEvents {
  private readonly waiting = new Set<Part>();
  private readonly alive = new Set<Part>();
  private held: Held[] = [];

  constructor(private readonly slotId: string) {}

  /** From now on, also after parts were given up. */
  listen(): void {
    this.waiting.add('layout').add('slot');
    for (const type of EVENTS) document.addEventListener(type, this.onEvent, true);
  }

  /**
   * Brings the page to life. What does not come for that is asked for again at the next click, for a line may be back by then.
   * @param load fetches all that is needed, and gives what brings the page to life
   */
  async bringToLife(load: () => Promise<() => Promise<void>>): Promise<void> {
    const stay = (error: unknown): void => {
      console.error('The page stays as the server made it.', error);
      for (const part of ['layout', 'slot'] as const) this.giveUp(part);
    };
    const begin = await load().catch(stay);
    if (begin) return begin().catch(stay);
    await new Promise((resolve) => window.addEventListener('click', resolve, { once: true, capture: true }));
    this.listen();
    await this.bringToLife(load);
  }

  /** The part is alive. */
  release(part: Part): void {
    this.alive.add(part);
    for (const { replay } of this.take(part)) replay();
    if (this.alive.size < 2) return;
    for (const type of EVENTS) document.removeEventListener(type, this.onEvent, true);
  }

  /** The part stays as the server made it. */
  giveUp(part: Part): void {
    for (const { native } of this.take(part)) native();
  }

  private take(part: Part): Held[] {
    this.waiting.delete(part);
    const taken = this.held.filter((held) => held.part === part);
    this.held = this.held.filter((held) => held.part !== part);
    return taken;
  }

  private readonly onEvent = (event: Event): void => {
    const held = event instanceof SubmitEvent ? this.ofForm(event) : this.ofButton(event.target);
    if (!held) return;
    const isWaiting = this.waiting.has(held.part);
    const isPost = event.target instanceof HTMLFormElement && isPosted(event.target) && !this.alive.has(held.part);
    if (isPost) void postWhenServed(event.target, () => !this.alive.has(held.part));
    if (!isPost && !isWaiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Who clicks again while nothing happens wants it once.
    if (isWaiting) this.held = [...this.held.filter(({ part }) => part !== held.part), held];
  };

  private partOf(element: Element): Part {
    return closest(element, `#${this.slotId}`) ? 'slot' : 'layout';
  }

  /** A button that does nothing without scripts. */
  private ofButton(target: EventTarget | null): Held | undefined {
    const button = closest<HTMLButtonElement>(target, 'button');
    if (button?.type !== 'button') return undefined;
    return { part: this.partOf(button), replay: () => button.click(), native: () => {} };
  }

  /** A form that leads to another page without scripts, and does something here with them. */
  private ofForm({ target, submitter }: SubmitEvent): Held | undefined {
    if (!(target instanceof HTMLFormElement)) return undefined;
    return {
      part: this.partOf(target),
      replay() {
        if (submitter) pressWithoutSubmit(submitter);
        submitUntilAnswered(target, submitter, performance.now() + ANSWER_LIMIT_MS);
      },
      native() {
        if (!isPosted(target)) submitForm(target);
      },
    };
  }
}

/** Between two questions whether the server answers, where the browser does not tell that the line is back. */
const PAUSE_MS = 5_000;

const SENTENCE =
  'You are offline, or our server cannot be reached. What you wrote is kept, and is sent by itself as soon as the line is back.';

const underWay = new Set<HTMLFormElement>();

function showSentence(): HTMLElement {
  const notice = document.createElement('p');
  notice.className = styles.notice ?? '';
  notice.setAttribute('role', 'status');
  // A screen reader says what changes in an element that it knows.
  document.body.append(notice);
  notice.textContent = SENTENCE;
  return notice;
}

const lineMayBeBack = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      window.removeEventListener('online', done);
      resolve();
    };
    setTimeout(done, PAUSE_MS);
    window.addEventListener('online', done);
  });

/**
 * Posts a form as a page without scripts does, once, as soon as requests to the server come through. A late answer holds
 * nothing up. The browser's own error page would take what was typed.
 * @param isWanted whether nobody else has taken the form over
 */
export async function postWhenServed(form: HTMLFormElement, isWanted: () => boolean): Promise<void> {
  if (underWay.has(form)) return;
  underWay.add(form);
  let notice: HTMLElement | undefined;
  while (isWanted() && document.contains(form)) {
    if (navigator.onLine && !(await isUnreachable(new URL(window.location.href)))) {
      if (isWanted()) submitForm(form);
      break;
    }
    notice ??= showSentence();
    await lineMayBeBack();
  }
  notice?.remove();
  underWay.delete(form);
}
