import { type Selector, type SelectorComponent, transform } from 'lightningcss';
import { inWords } from './selector-text';

/** Up to the first combinator: what the selector starts from. */
const firstCompound = (selector: Selector): SelectorComponent[] => {
  const end = selector.findIndex(({ type }) => type === 'combinator');
  return end === -1 ? selector : selector.slice(0, end);
};

/** `:is(.a, .b)` and `:where(.a)` are within what each of their choices is within. */
const startsFromOwn = (selector: Selector, isOwn: (name: string) => boolean): boolean =>
  firstCompound(selector).some(
    (component) =>
      (component.type === 'class' && isOwn(component.name)) ||
      (component.type === 'pseudo-class' &&
        (component.kind === 'is' || component.kind === 'where') &&
        component.selectors.every((choice) => startsFromOwn(choice, isOwn))),
  );

/** What of a style sheet reaches beyond the elements that its app names. */
export interface Reach {
  /** Selectors that start from no class of the app. */
  selectors: string[];
  /**
   * What it declares for the whole page, by its name, as `@font-face fraunces`. Names are in small letters, because
   * browsers compare them so. The value is the definition, as far as two apps may have the same one.
   */
  names: Map<string, string>;
  /** At-rules that concern the whole page whatever they name. */
  pageRules: string[];
}

/** @param isOwn whether the app gives this class to its elements */
export function reachOf(css: Buffer, isOwn: (className: string) => boolean): Reach {
  const selectors = new Set<string>();
  const names = new Map<string, string>();
  const pageRules = new Set<string>();
  transform({
    filename: 'release.css',
    code: css,
    visitor: {
      Rule: {
        style({ value }) {
          for (const selector of value.selectors) {
            const nested = selector.some(({ type }) => type === 'nesting');
            if (!nested && !startsFromOwn(selector, isOwn)) selectors.add(inWords(selector));
          }
        },
        'font-face'({ value }) {
          for (const property of value.properties)
            if (property.type === 'font-family') names.set(`@font-face ${String(property.value).toLowerCase()}`, '');
        },
        property({ value }) {
          names.set(`@property ${value.name}`, '');
        },
        keyframes({ value }) {
          names.set(`@keyframes ${value.name.value}`, JSON.stringify(value.keyframes));
        },
        'counter-style'({ value }) {
          names.set(`@counter-style ${value.name}`, '');
        },
        'view-transition'() {
          pageRules.add('@view-transition');
        },
        page() {
          pageRules.add('@page');
        },
        import({ value }) {
          pageRules.add(`@import ${value.url}`);
        },
      },
    },
  });
  return { selectors: [...selectors], names, pageRules: [...pageRules] };
}
