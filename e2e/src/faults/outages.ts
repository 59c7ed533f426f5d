import type { Fault } from './fault-proxy';

/** A remote in the outage matrix. */
export interface RemoteUnderTest {
  name: string;
  /** The page under test, reached by a page load or by navigation. */
  path: string;
  /** A page of the same remote from which a visitor navigates there. */
  sibling: string;
  /** A page of another remote. */
  elsewhere: string;
}

export const REMOTES: RemoteUnderTest[] = [
  { name: 'mf-marketing', path: '/contact', sibling: '/project', elsewhere: '/blog' },
  { name: 'mf-products', path: '/product/hospitality-resorts', sibling: '/product', elsewhere: '/blog' },
  { name: 'mf-blog', path: '/blog/the-last-day-of-a-uniform', sibling: '/blog', elsewhere: '/contact' },
  { name: 'mf-courses', path: '/courses/1', sibling: '/courses', elsewhere: '/contact' },
];

/** Failures of a remote's browser code, by their names in the matrix. */
export const OUTAGES = [
  'refused',
  '404',
  '503',
  'hangs',
  'wrong content',
  'throws on load',
  'throws on mount',
  'throws later',
  'missing page chunk',
  'missing style',
  'wrong integrity',
] as const;

export type Outage = (typeof OUTAGES)[number];

/** Returns an edit of a remote's entry that overrides lifecycles of the remote. */
const withLifecycles = (name: string, lifecycles: string) => (text: string) => {
  const container = name.replaceAll('-', '_');
  return `${text}
;(() => {
  const real = globalThis.${container} ?? ${container};
  globalThis.${container} = {
    init: (...given) => real.init(...given),
    get: async (module) => {
      const app = (await real.get(module))();
      return () => ({ ...app, ${lifecycles} });
    },
  };
})();`;
};

export function faultOf(outage: Outage, { name }: RemoteUnderTest): Fault {
  const entry = new RegExp(`/${name}/.*/entry\\.js`);
  const page = (kind: string) => new RegExp(`/${name}/.*page-[^/]*\\.${kind}$`);
  switch (outage) {
    case 'throws on mount':
      return { match: entry, edit: withLifecycles(name, "mount: async () => { throw new Error('on purpose'); }") };
    case 'throws later':
      return {
        match: entry,
        edit: withLifecycles(
          name,
          "mount: async (props) => { await app.mount(props); setTimeout(() => props.shell.fail(new Error('on purpose')), 50); }",
        ),
      };
    case 'missing page chunk':
      return { match: page('js'), kind: '404' };
    case 'missing style':
      return { match: page('css'), kind: '404' };
    default:
      return { match: entry, kind: outage };
  }
}
