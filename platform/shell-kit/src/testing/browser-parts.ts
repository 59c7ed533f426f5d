/** A stub that never fires, because jsdom has no layout. */
class ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

class PointerEvent extends MouseEvent {
  readonly pointerType: string;

  constructor(type: string, { pointerType = '', ...init }: PointerEventInit = {}) {
    super(type, init);
    this.pointerType = pointerType;
  }
}

/** Stubs what jsdom lacks: scrolling, pointer types, sizes and media queries. Call it in a `beforeEach`. */
export function stubBrowser({ reducedMotion = false } = {}): void {
  Object.assign(window, {
    PointerEvent,
    ResizeObserver,
    scrollY: 0,
    scrollTo: jest.fn(({ top }: ScrollToOptions) => Object.assign(window, { scrollY: top })),
    matchMedia: (query: string) => ({
      matches: query.includes('reduced-motion') ? reducedMotion : query.includes('width'),
    }),
  });
  Element.prototype.scrollIntoView = jest.fn();
}

type Listener = EventListenerOrEventListenerObject | null;

const { addEventListener, removeEventListener } = EventTarget.prototype;

/** Removes the listeners that a test added, after each test of the calling file. */
export function forgetListeners(): void {
  const taken: (() => void)[] = [];
  const take = (target: EventTarget, type: string, listener: Listener, options?: AddEventListenerOptions | boolean) => {
    addEventListener.call(target, type, listener, options);
    taken.push(() => removeEventListener.call(target, type, listener, options));
  };
  beforeEach(() => {
    for (const target of [document, window]) {
      // The browser's original method, because the shell adds listeners before single-spa replaces it.
      jest
        .spyOn(target, 'addEventListener')
        .mockImplementation((type: string, listener: Listener, options?: AddEventListenerOptions | boolean) =>
          take(target, type, listener, options),
        );
    }
    // Listeners that are added without single-spa's method.
    jest.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (this: EventTarget, ...given) {
      take(this ?? window, ...given);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const giveBack of taken.splice(0)) giveBack();
  });
}

/** Resolves when the browser has moved in its history and all listeners have run. For a held page, that is once it is there. */
const travelled = (travel: () => void, capture = false): Promise<void> =>
  new Promise((resolve) => {
    addEventListener.call(window, 'popstate', () => resolve(), { once: true, capture });
    travel();
  });

export const goBack = (): Promise<void> => travelled(() => window.history.back());

/** Resolves as soon as the address has changed. */
export const stepBack = (): Promise<void> => travelled(() => window.history.back(), true);

export const stepForward = (): Promise<void> => travelled(() => window.history.forward(), true);

/** Adds a link with these attributes to the page. */
export function addLink(attributes: Record<string, string>): HTMLAnchorElement {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.append(document.createElement('span'));
  return document.body.appendChild(link);
}

/** Clicks on a link's content. @returns true when the click was left to the browser */
export function click(link: Element, change: MouseEventInit = {}): boolean {
  let left = false;
  // This listener runs last. It prevents the default, because jsdom cannot follow links.
  window.addEventListener(
    'click',
    (event) => {
      left = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  const target = link.firstElementChild ?? link;
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...change }));
  return left;
}
