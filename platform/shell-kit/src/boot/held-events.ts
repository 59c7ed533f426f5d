import { closest, isAnswered, isPosted, isUnreachable, submitForm } from '../navigation/links';
import styles from './post-when-served.module.css';

/** The two parts of a page that hydrate independently: the layout, and the remote in the slot. */
export type Part = 'layout' | 'slot';

interface Held {
  part: Part;
  /** Repeats the visitor's event now that scripts run. */
  replay(): void;
  /** Does what a page without scripts does. */
  native(): void;
}

/** A part hydrates in slices: its forms respond a little after it is mounted. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Clicks a button without submitting its form. React hydrates the target of a click at once, but the target of a
 * `submit` only in its slices, which take too long on a slow machine.
 */
function pressWithoutSubmit(button: HTMLElement): void {
  const hold = (event: Event) => event.preventDefault();
  // React stops a click at its root while the target waits for code.
  window.addEventListener('click', hold, true);
  button.click();
  window.removeEventListener('click', hold, true);
}

/** Dispatches `submit` at each frame until a listener prevents the default. After the deadline the browser sends the form. */
function submitUntilAnswered(form: HTMLFormElement, submitter: HTMLElement | null, deadline: number): void {
  if (isAnswered(form, new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))) return;
  if (performance.now() <= deadline) requestAnimationFrame(() => submitUntilAnswered(form, submitter, deadline));
  else if (isPosted(form)) void postWhenServed(form, () => true);
  else submitForm(form);
}

const EVENTS = ['click', 'submit'];

/**
 * Holds clicks and submits on a part that is not hydrated yet, and replays them once it is. Links work without scripts
 * and are left to the browser. Forms that post work without scripts, too, as soon as the server can be reached.
 */
export class HeldEvents {
  private readonly waiting = new Set<Part>();
  private readonly alive = new Set<Part>();
  private held: Held[] = [];

  constructor(private readonly slotId: string) {}

  /** Holds events from now on; also starts again after parts were given up. */
  listen(): void {
    this.waiting.add('layout').add('slot');
    for (const type of EVENTS) document.addEventListener(type, this.onEvent, true);
  }

  /**
   * Hydrates the page. After a failed load, the next click tries again: the line may be back.
   * @param load fetches the code; resolves to a function that hydrates the page
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

  /** Replays what was held: the part is hydrated. */
  release(part: Part): void {
    this.alive.add(part);
    for (const { replay } of this.take(part)) replay();
    if (this.alive.size < 2) return;
    for (const type of EVENTS) document.removeEventListener(type, this.onEvent, true);
  }

  /** Lets the browser do what was held: the part stays as the server rendered it. */
  giveUp(part: Part): void {
    for (const { native } of this.take(part)) native();
  }

  private take(part: Part): Held[] {
    this.waiting.delete(part);
    const taken = this.held.filter((held) => held.part === part);
    this.setHeld(this.held.filter((held) => held.part !== part));
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
    // Repeated clicks while nothing happens count as one.
    if (isWaiting) this.setHeld([...this.held.filter(({ part }) => part !== held.part), held]);
  };

  /** Marks the document by `data-held` while an event is held, so that styles can show a wait. */
  private setHeld(held: Held[]): void {
    this.held = held;
    document.documentElement.toggleAttribute('data-held', held.length > 0);
  }

  private partOf(element: Element): Part {
    return closest(element, `#${this.slotId}`) ? 'slot' : 'layout';
  }

  /** The event of a button that does nothing without scripts. */
  private ofButton(target: EventTarget | null): Held | undefined {
    const button = closest<HTMLButtonElement>(target, 'button');
    if (button?.type !== 'button') return undefined;
    return { part: this.partOf(button), replay: () => button.click(), native: () => {} };
  }

  /** The event of a form, which leads to another page without scripts. */
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

/** Pause between two attempts to reach the server, where the browser fires no `online` event. */
const PAUSE_MS = 5_000;

const SENTENCE =
  'You are offline, or our server cannot be reached. What you wrote is kept, and is sent by itself as soon as the line is back.';

const underWay = new Set<HTMLFormElement>();

function showSentence(): HTMLElement {
  const notice = document.createElement('p');
  notice.className = styles.notice ?? '';
  notice.setAttribute('role', 'status');
  // Screen readers announce changes of an element that is in the page already.
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
 * Posts a form once, as a page without scripts does, as soon as the server can be reached. Until then the page stays,
 * because the browser's own error page would lose what was typed.
 * @param isWanted false once hydrated code has taken the form over
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
