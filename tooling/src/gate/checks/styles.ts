import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { browserFiles, type Check, type Fault, isRemote } from '../check';

const namesPlace = (component: SelectorComponent): boolean =>
  component.type === 'class' || component.type === 'id' || component.type === 'attribute';

/** Up to the first combinator: what the selector starts from. */
const firstCompound = (selector: Selector): SelectorComponent[] => {
  const end = selector.findIndex(({ type }) => type === 'combinator');
  return end === -1 ? selector : selector.slice(0, end);
};

/** `:is(.a, .b)` and `:where(.a)` are within what each of their choices is within. */
const isScoped = (selector: Selector): boolean =>
  firstCompound(selector).some(
    (component) =>
      namesPlace(component) ||
      (component.type === 'pseudo-class' &&
        (component.kind === 'is' || component.kind === 'where') &&
        component.selectors.every(isScoped)),
  );

const inWords = (selector: Selector): string =>
  selector
    .map((component) => {
      if (component.type === 'type') return component.name;
      if (component.type === 'universal') return '*';
      if (component.type === 'combinator') return component.value === 'descendant' ? ' ' : ` ${component.value} `;
      if (component.type === 'pseudo-class') return `:${component.kind}`;
      return '';
    })
    .join('');

/** Selectors of a style sheet that reach beyond the elements that the remote names. */
export function unscopedSelectors(css: Buffer): string[] {
  const found = new Set<string>();
  transform({
    filename: 'release.css',
    code: css,
    visitor: {
      Rule: {
        style({ value }) {
          for (const selector of value.selectors) {
            const nested = selector.some(({ type }) => type === 'nesting');
            if (!nested && !isScoped(selector)) found.add(inWords(selector));
          }
        },
      },
    },
  });
  return [...found];
}

export const styles: Check = {
  name: 'styles',
  holds: 'every rule starts from a class of its own',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell sets the base styles'),
  async run({ candidate }) {
    const faults: Fault[] = [];
    for (const file of browserFiles(candidate, '.css')) {
      for (const selector of unscopedSelectors(await candidate.bytes(file))) {
        faults.push({
          where: file,
          what: `The rule "${selector} { … }" styles what is not the remote's.`,
          todo: 'Start it from a class of a CSS module.',
        });
      }
    }
    return faults;
  },
};
