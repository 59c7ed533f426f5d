import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_ELEMENT,
  FRAGMENT_LIMITS,
  type FragmentMountProps,
  type FragmentOnPage,
  type FragmentProps,
  type FragmentState,
} from '@wholepage/contracts/fragment';
import { closest } from '../clobber-safe';
import { FragmentError, type FragmentHost, type MountedFragment } from './fragment-host';

/** How far ahead of the window a fragment that waits for it is fetched. */
const NEAR = '300px';

/**
 * `waiting`: for the window to come near. `fetching`: its HTML is on its way. `mounting`, `mounted`: its browser part.
 * `still`: it has none. `fallback`: it could not be loaded or shown. `gone`: its element left the page.
 */
type PlaceState = 'new' | 'waiting' | 'fetching' | 'mounting' | 'mounted' | 'still' | 'fallback' | 'gone';

const ofIn = (element: Element): string => element.getAttribute(FRAGMENT_ATTRIBUTES.of) ?? '';

/**
 * The composer leaves out what is nested too deep or in a circle. It does not know where a fragment stands that the browser asks
 * for: without this a fragment that holds itself would be fetched without end.
 * @throws FragmentError when a fragment may not stand there
 */
function checkPlace(element: HTMLElement): void {
  const of = ofIn(element);
  const parents: string[] = [];
  for (
    let parent = element.parentElement?.closest(FRAGMENT_ELEMENT);
    parent;
    parent = parent.parentElement?.closest(FRAGMENT_ELEMENT)
  )
    parents.unshift(ofIn(parent));
  const { depth, perPage } = FRAGMENT_LIMITS;
  if (parents.includes(of)) throw new FragmentError(`${[...parents, of].join(' → ')} is a circle`);
  if (parents.length >= depth) throw new FragmentError(`${of} is nested deeper than ${depth}`);
  if ([...document.getElementsByTagName(FRAGMENT_ELEMENT)].indexOf(element) >= perPage)
    throw new FragmentError(`${of} is left out: a page holds at most ${perPage} fragments`);
}

/** One element that holds a fragment. It may be put into a page, taken out, and put back. */
export class FragmentPlace {
  private state: PlaceState = 'new';
  private mounted: MountedFragment | undefined;
  private observer: IntersectionObserver | undefined;
  /** What is asked of the composer for the props of now. */
  private request = new AbortController();
  /** Counts what was started: what was overtaken by new props or by leaving has no effect. */
  private turn = 0;
  /** What was mounted before has left, also if it was overtaken while it came: it may not clear what stands there next. */
  private ended = Promise.resolve();
  private readonly stale: StalePresses;

  constructor(
    private readonly element: HTMLElement,
    private readonly host: FragmentHost,
  ) {
    this.stale = new StalePresses(element);
  }

  enter(): void {
    if (this.state !== 'new' && this.state !== 'gone') return;
    const key = this.attribute('key');
    if (this.attribute('state') === 'ready') return void this.bringToLife(key, this.host.partOf(key));
    this.stale.begin();
    if (this.attribute('when') === 'visible') this.waitForWindow();
    else void this.fetch();
  }

  changeProps(): void {
    const { mounted } = this;
    if (this.state === 'new' || this.state === 'waiting') return;
    if (this.state === 'gone') return void this.show('pending');
    const shown = this.stale.begin();
    if (this.state !== 'mounted' || !mounted?.update) {
      void this.end();
      return void this.fetch();
    }
    const props = { ...this.given(this.attribute('key')), data: undefined } as FragmentMountProps;
    mounted.update(props)?.then(shown, this.failing());
  }

  leave(): void {
    this.turn += 1;
    // Whoever puts it back gets the HTML of then, for a fragment clears its place when it leaves.
    if (this.state !== 'still' || this.element.ariaBusy) this.show('pending');
    this.state = 'gone';
    this.observer?.disconnect();
    this.request.abort();
    this.stale.end();
    void this.end();
  }

  private attribute(name: keyof typeof FRAGMENT_ATTRIBUTES): string {
    return this.element.getAttribute(FRAGMENT_ATTRIBUTES[name]) ?? '';
  }

  private show(state: FragmentState): void {
    this.element.setAttribute(FRAGMENT_ATTRIBUTES.state, state);
  }

  private given(key: string) {
    const props = JSON.parse(this.attribute('props') || '{}') as FragmentProps;
    return { slot: this.element, key, props };
  }

  private waitForWindow(): void {
    this.state = 'waiting';
    this.observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.observer?.disconnect();
        void this.fetch();
      },
      { rootMargin: NEAR },
    );
    // An element without a box of its own is near when what stands in its place is.
    this.observer.observe(this.element.nextElementSibling ?? this.element);
  }

  /** Asks for the fragment once what was mounted before has left. One that the server could not make gets this second chance, and no third. */
  private async fetch(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.state = 'fetching';
    this.request.abort();
    const request = new AbortController();
    this.request = request;
    const key = this.attribute('key') || this.host.newKey();
    await this.ended;
    if (turn !== this.turn) return;
    try {
      checkPlace(this.element);
      const { html, fragments } = await this.host.fetch(this.attribute('of'), this.attribute('props'), key, request);
      if (turn !== this.turn) return;
      this.element.setAttribute(FRAGMENT_ATTRIBUTES.key, key);
      this.host.fill(this.element, html);
      this.show('ready');
      this.stale.end();
      await this.bringToLife(key, fragments[key]);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private async bringToLife(key: string, part: FragmentOnPage | undefined): Promise<void> {
    if (!part) {
      this.state = 'still';
      return;
    }
    const { turn } = this;
    this.state = 'mounting';
    try {
      const mount = await this.host.load(part);
      if (turn !== this.turn) return;
      const mounting = mount(this.given(key), this.failing()).then((mounted) => {
        if (turn !== this.turn) return mounted.unmount();
        this.mounted = mounted;
        this.state = 'mounted';
      });
      this.ended = mounting.catch(() => {});
      await mounting;
    } catch (error) {
      // What the server made stays readable.
      console.error(error);
      if (turn === this.turn) this.state = 'still';
    }
  }

  /** @returns what hears of a failure, and does nothing once other props or a leaving have overtaken it */
  private failing(): (error: unknown) => void {
    const { turn } = this;
    return (error) => {
      if (turn === this.turn) this.fail(error);
    };
  }

  private fail(error: unknown): void {
    if (this.state === 'gone') return;
    console.error(error);
    this.turn += 1;
    this.state = 'fallback';
    void this.end().then(() => {
      if (this.state !== 'fallback') return;
      this.element.replaceChildren();
      this.show('fallback');
      this.stale.end();
    });
  }

  /** Unmounts what is mounted; what goes wrong with that is said. */
  private end(): Promise<void> {
    const { mounted } = this;
    this.mounted = undefined;
    if (mounted) this.ended = mounted.unmount().catch((error: unknown) => console.error(error));
    return this.ended;
  }
}

const PRESSES = ['click', 'submit'] as const;

/**
 * A fragment shows its former props until it has newer ones: its buttons would act on the former. From a change of props to
 * what shows them an element takes no press, and is `aria-busy`. Links lead where they say; the focus stays where it is.
 */
class StalePresses {
  private latest = 0;

  constructor(private readonly element: HTMLElement) {
    // Before any code of the fragment listens.
    for (const press of PRESSES) element.addEventListener(press, this.stop, true);
  }

  /** @returns what lets presses through again, unless a later change is on its way */
  begin(): () => void {
    this.latest += 1;
    const { latest } = this;
    this.element.ariaBusy = 'true';
    return () => {
      if (latest === this.latest) this.end();
    };
  }

  /** Whatever changes are on their way: the element shows what it will show. */
  end(): void {
    this.latest += 1;
    this.element.ariaBusy = null;
  }

  private readonly stop = (event: Event): void => {
    const isLink = event.type === 'click' && closest(event.target, 'a[href]');
    if (this.element.ariaBusy !== 'true' || isLink) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
