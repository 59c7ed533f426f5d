import type { FragmentMountProps } from '@wholepage/contracts/fragment';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { seeded } from '../../../releases/src/testing/seeded';
import { loadExposed } from '../remotes/releases';
import { settled } from '../testing/cart-fragment';
import { defineFragmentElement } from './fragments';

jest.mock('../remotes/releases', () => ({ loadExposed: jest.fn() }));

/** Work of a fragment or of its server that is over when the walk says so. */
interface Pending {
  end(error?: Error): void;
}

let pending: Pending[] = [];
/** What each mounted fragment calls when it fails while it runs. */
let failures: ((error: Error) => void)[] = [];
/** Fragments that are mounted in the place: mounted, and not yet unmounted. */
let standing = 0;
let latest: FragmentMountProps | undefined;
let mostStanding = 0;

const ends = (): Promise<void> =>
  new Promise((resolve, reject) => {
    pending.push({ end: (error) => (error ? reject(error) : resolve()) });
  });

const stepOf = ({ props }: Pick<FragmentMountProps, 'props'>): string => String(props['step'] ?? 0);

/** A fragment as a kit makes it: it shows its props once it is mounted or updated, and clears its place when it leaves. */
const whole = {
  async mount(given: FragmentMountProps) {
    await ends();
    failures.push(given.shell.fail);
    standing += 1;
    mostStanding = Math.max(mostStanding, standing);
    given.slot.textContent = stepOf(given);
  },
  async update(given: FragmentMountProps) {
    latest = given;
    await ends();
    if (latest === given) given.slot.textContent = stepOf(given);
  },
  async unmount({ slot }: FragmentMountProps) {
    standing -= 1;
    latest = undefined;
    slot.replaceChildren();
    await ends();
  },
};
const { update: _none, ...withoutUpdate } = whole;

const remote = { name: 'mf-shop', version: '1.0.0', entry: '/e.js', js: [], css: [], routes: [] };
const fragments = { f1: { app: 'mf-shop', name: 'cart', data: {} } };
const state = { fragments, fragmentRemotes: [remote as unknown as RemoteOnPage], set: 'set-1' };

beforeAll(() => {
  const shell = stubShell();
  defineFragmentElement({ state: state as unknown as PageState, config, shell, currentSet: () => undefined });
  const fetch = async (path: string) => {
    await ends();
    const { step } = JSON.parse(new URL(path, 'http://site').searchParams.get('props') ?? '{}');
    return { ok: true, json: async () => ({ html: String(step), css: [], fragments, remotes: [] }) };
  };
  Object.assign(globalThis, { fetch });
});

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

/** What a walk did, for whoever looks into a failure. */
let trail: string[] = [];

class Walk {
  private step = 0;
  private readonly element = document.createElement('fragment-slot');

  constructor(private readonly random: () => number) {}

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  async begin(): Promise<void> {
    const app = this.below(2) ? whole : withoutUpdate;
    trail = [app === whole ? 'with update' : 'without update'];
    jest.mocked(loadExposed).mockImplementation(async () => {
      await ends();
      return { fragments: { cart: async () => app } };
    });
    const attributes = { fragment: 'mf-shop/cart', key: 'f1', state: 'ready', props: '{"step":0}' };
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(`data-${name}`, value);
    this.element.textContent = '0';
    document.body.append(this.element);
    await settled();
  }

  async go(): Promise<void> {
    const chance = this.below(12);
    if (chance < 3) this.changeProps();
    else if (chance < 9) this.endOne();
    else if (chance < 10) this.endOne(new Error('on purpose'));
    else if (chance < 11) this.failLate();
    else this.moveOut();
    await settled();
    this.check();
  }

  /** Whatever is under way comes to its end, in any order. */
  async finish(): Promise<void> {
    for (let turns = 0; pending.length > 0 && turns < 1_000; turns += 1) {
      this.endOne();
      await settled();
      this.check();
    }
    expect([trail, pending.length, this.element.getAttribute('aria-busy')]).toEqual([trail, 0, null]);
    if (this.isShown) expect([trail, this.element.textContent]).toEqual([trail, String(this.step)]);
    else expect([trail, standing]).toEqual([trail, 0]);
    this.element.remove();
    await settled();
    while (pending.length > 0) {
      this.endOne();
      await settled();
    }
    expect([trail, standing, mostStanding <= 1]).toEqual([trail, 0, true]);
  }

  private changeProps(): void {
    this.step += 1;
    trail.push(`props ${this.step}`);
    this.element.setAttribute('data-props', JSON.stringify({ step: this.step }));
  }

  private endOne(error?: Error): void {
    const [one] = pending.splice(this.below(pending.length), 1);
    if (one) trail.push(error ? 'a failure' : 'an end');
    one?.end(error);
  }

  private failLate(): void {
    const fail = failures[this.below(failures.length)];
    if (fail) trail.push('fails while it runs');
    fail?.(new Error('while it runs'));
  }

  private moveOut(): void {
    trail.push(this.element.isConnected ? 'leaves' : 'comes back');
    if (this.element.isConnected) this.element.remove();
    else document.body.append(this.element);
  }

  private get isShown(): boolean {
    return this.element.isConnected && this.element.getAttribute('data-state') === 'ready';
  }

  /** What takes a press shows the props of now; what is leaving shows nothing. */
  private check(): void {
    if (!this.element.isConnected || this.element.getAttribute('aria-busy')) return;
    const allowed = this.isShown ? ['', String(this.step)] : [''];
    expect([trail, allowed]).toEqual([trail, expect.arrayContaining([this.element.textContent])]);
  }
}

const WALKS = process.env['TEST_ALL'] === '1' ? 400 : 100;
const STEPS = 30;

test('however props, code, answers, failures and leavings come, a place shows its props of now or its fallback', async () => {
  for (let seed = 1; seed <= WALKS; seed += 1) {
    pending = [];
    failures = [];
    standing = 0;
    mostStanding = 0;
    const walk = new Walk(seeded(seed));
    await walk.begin();
    for (let step = 0; step < STEPS; step += 1) await walk.go();
    await walk.finish();
  }
});
