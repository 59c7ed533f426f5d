import {
  FRAGMENT_ATTRIBUTES,
  type FragmentMountProps,
  type FragmentProps,
  type FragmentState,
} from '@wholepage/contracts/fragment';
import type { FragmentHost, MountedFragment } from './fragment-host';

/** How far ahead of the window a fragment that waits for it is fetched. */
const NEAR = '300px';

/**
 * `waiting`: for the window to come near. `fetching`: its HTML is on its way. `mounting`, `mounted`: its browser part.
 * `still`: it has none. `fallback`: it could not be had or shown. `gone`: its element left the page.
 */
type PlaceState = 'new' | 'waiting' | 'fetching' | 'mounting' | 'mounted' | 'still' | 'fallback' | 'gone';

/** One element that holds a fragment, from the moment when it is put into a page to that when it is taken out. */
export class FragmentPlace {
  private state: PlaceState = 'new';
  private mounted: MountedFragment | undefined;
  private observer: IntersectionObserver | undefined;
  /** Counts what was started: what was overtaken by new props or by leaving has no effect. */
  private turn = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly host: FragmentHost,
  ) {}

  enter(): void {
    if (this.state !== 'new') return;
    const key = this.attribute('key');
    if (this.attribute('state') === 'ready') return void this.bringToLife(key, true);
    if (this.attribute('when') === 'visible') this.waitForWindow();
    else void this.fetch();
  }

  changeProps(): void {
    const { mounted } = this;
    if (this.state === 'new' || this.state === 'waiting' || this.state === 'gone') return;
    if (this.state !== 'mounted' || !mounted?.update) return void this.end().then(() => this.fetch());
    this.attempt(mounted.update({ ...this.given(this.attribute('key')), data: undefined } as FragmentMountProps));
  }

  leave(): void {
    this.turn += 1;
    this.state = 'gone';
    this.observer?.disconnect();
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

  /** Asks for the fragment once: one that the server could not make gets this second chance, and no third. */
  private async fetch(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.state = 'fetching';
    const key = this.attribute('key') || this.host.newKey();
    try {
      const { html } = await this.host.fetch(this.attribute('of'), this.attribute('props'), key);
      if (turn !== this.turn) return;
      this.element.setAttribute(FRAGMENT_ATTRIBUTES.key, key);
      this.host.fill(this.element, html);
      this.show('ready');
      await this.bringToLife(key, true);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private async bringToLife(key: string, isServed: boolean): Promise<void> {
    const part = this.host.partOf(key);
    if (!part) {
      this.state = 'still';
      return;
    }
    const { turn } = this;
    this.state = 'mounting';
    try {
      const mounted = await this.host.mount(isServed ? part : { ...part, data: undefined }, this.given(key), (error) =>
        this.fail(error),
      );
      this.mounted = mounted;
      if (turn !== this.turn) return void this.end();
      this.state = 'mounted';
    } catch (error) {
      // What the server made stays readable.
      console.error(error);
      if (turn === this.turn) this.state = 'still';
    }
  }

  private attempt(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    if (this.state === 'gone') return;
    console.error(error);
    this.state = 'fallback';
    void this.end().then(() => {
      if (this.state !== 'fallback') return;
      this.element.replaceChildren();
      this.show('fallback');
    });
  }

  /** Unmounts what is mounted; what goes wrong with that is said. */
  private async end(): Promise<void> {
    const { mounted } = this;
    this.mounted = undefined;
    await mounted?.unmount().catch((error: unknown) => console.error(error));
  }
}
