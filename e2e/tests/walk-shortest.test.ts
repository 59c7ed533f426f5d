import { shortest } from '../src/walk/shortest';
import { type Step, sayWalk, type Walk } from '../src/walk/step';

const manner = { width: 390, height: 844, motion: 'reduce', hidden: false, slowdown: 1 } as const;
const link = (href: string): Step => ({ do: 'link', href, where: 'main', key: false, hasty: false });
const back: Step = { do: 'back', hasty: false };
const forward: Step = { do: 'forward', hasty: false };

/** Finds a problem when a visitor entered at `/product`, opened the curtains, and ends with going back. */
const faulty = async ({ entry, steps }: Walk): Promise<string | undefined> => {
  const last = steps.at(-1);
  const opensSector = steps.some((step) => step.do === 'link' && step.href === '/product/curtains');
  return entry === '/product' && opensSector && last?.do === 'back' ? 'title: "Home"' : undefined;
};

test('a walk that ends in a fault is made as short as it can be, and said so that it can be walked by hand', async () => {
  const steps = [
    link('/blog'),
    back,
    link('/product'),
    forward,
    link('/product/curtains'),
    { do: 'reload' } as const,
    back,
  ];
  const addresses = ['/', '/blog', '/', '/product', '/product', '/product/curtains', '/product/curtains'];
  const walk = { manner, entry: '/', steps };
  const found = await shortest({ walk, problem: 'title: "Home"' }, addresses, faulty);
  expect(sayWalk(found.walk)).toBe(
    [
      'Open /product (390 × 844, prefers-reduced-motion: reduce)',
      '1. click the link to /product/curtains in the main',
      '2. go back',
    ].join('\n'),
  );
});

test('a walk stays as it is when nothing shorter shows the fault, or only another one', async () => {
  const walk = { manner, entry: '/', steps: [link('/a'), link('/b'), back] };
  const finding = { walk, problem: 'scroll: 0 instead of 9' };
  expect(await shortest(finding, ['/', '/a', '/b'], async () => undefined)).toEqual(finding);
  expect(await shortest(finding, ['/', '/a', '/b'], async () => 'title: "x"')).toEqual(finding);
});
