/** Checks of style sheets: the reach of their selectors, and their design tokens. */

import {
  type CustomAtRules,
  type ScopeRule,
  type Selector,
  type SelectorComponent,
  transform,
  type Visitor,
} from 'lightningcss';
import { browserTexts, type Check, type ReadableRelease } from '../check';

/** Names that a release defines for the whole page, with their definitions. Custom properties count as registered ones. */
async function namesOf(release: ReadableRelease): Promise<Map<string, string>> {
  const sheets = await browserTexts(release, '.css');
  return new Map(
    sheets.flatMap(({ text }) => {
      const { set, needed } = customProperties(text);
      const tokens = [...set, ...needed].map((name) => [`@property ${name}`, ''] as const);
      return [...tokens, ...reachOf(text, () => true).names];
    }),
  );
}

/** True when a definition replaces the shell's. A definition that cannot be compared counts as different. */
const takesPlace = (own: string, shells: string | undefined): boolean =>
  shells !== undefined && (own === '' || own !== shells);

export const styles: Check = {
  name: 'styles',
  holds: 'every rule starts from a class of its own, and takes no name of the shell’s',
  notOfShell: 'the shell sets the base styles',
  async *run({ candidate, shell }) {
    const [isOwn, taken] = await Promise.all([ownClasses(candidate), namesOf(shell)]);
    for (const { file: where, text } of await browserTexts(candidate, '.css')) {
      const { selectors, names, pageRules } = reachOf(text, isOwn);
      for (const selector of selectors)
        yield {
          where,
          what: `The rule "${selector} { … }" styles what is not the remote's.`,
          todo: 'Start it from a class of a CSS module.',
        };
      for (const [name, definition] of names)
        if (takesPlace(definition, taken.get(name)))
          yield {
            where,
            what: `Its "${name}" takes the place of the shell's.`,
            todo: 'Use the one that is there, or give yours a name of its own.',
          };
      for (const rule of pageRules)
        yield { where, what: `Its ${rule} changes the whole page.`, todo: 'Leave it to the shell.' };
    }
  },
};

const propertiesOf = async (release: ReadableRelease) =>
  (await browserTexts(release, '.css')).map(({ file, text }) => ({ file, ...customProperties(text) }));

/** The scripts that give classes and properties to elements, in the browser and on the server. */
async function scriptsOf(release: ReadableRelease): Promise<Buffer[]> {
  const scripts = await browserTexts(release, '.js');
  return [...scripts.map(({ text }) => text), await release.bytes(release.manifest.entry.node)];
}

/** Characters after a property name that a script sets: `style={{ '--rows': 3 }}`, `--rows:3`. */
const AFTER_NAME = ['"', "'", '`', ':'];

export const tokens: Check = {
  name: 'tokens',
  holds: 'every design token used is one of the live shell',
  notOfShell: 'the shell brings the tokens',
  async *run({ candidate, shell }) {
    const [own, hosts] = await Promise.all([propertiesOf(candidate), propertiesOf(shell)]);
    const scripts = await scriptsOf(candidate);
    const known = new Set([...own, ...hosts].flatMap(({ set }) => set));
    const isSet = (name: string): boolean =>
      known.has(name) || scripts.some((text) => AFTER_NAME.some((end) => text.includes(name + end)));
    for (const { file: where, needed } of own)
      for (const name of needed.filter((one) => !isSet(one)))
        yield {
          where,
          what: `var(${name}) is set by nobody: the live shell ${shell.manifest.version} has no such token.`,
          todo: 'Use a token that the styles of the shell define, set it in a rule of your own, give a fallback, or release the shell that brings it first.',
        };
  },
};

export const styleReach: Check = {
  name: 'style-reach',
  holds: 'its styles change nothing outside its slot, as a browser computes them',
  async *run(context) {
    const todo = 'Start the rule from a class of a CSS module.';
    for (const { view, styleLeaks } of await context.visits())
      for (const what of styleLeaks) yield { where: view.path, what, todo };
  },
};

/** The selector's first compound: everything up to the first combinator. */
const firstCompound = (selector: Selector): SelectorComponent[] => {
  const end = selector.findIndex(({ type }) => type === 'combinator');
  return end === -1 ? selector : selector.slice(0, end);
};

/**
 * True when a selector starts from an own class, or from the attribute that Vue gives to a component's elements. All choices
 * of `:is(.a, .b)` and `:where(.a)` must do so.
 */
const startsFromOwn = (selector: Selector, isOwn: (name: string) => boolean): boolean =>
  firstCompound(selector).some(
    (component) =>
      (component.type === 'class' && isOwn(component.name)) ||
      (component.type === 'attribute' && component.name.startsWith('data-v-') && isOwn(component.name)) ||
      (component.type === 'pseudo-class' &&
        (component.kind === 'is' || component.kind === 'where') &&
        component.selectors.every((choice) => startsFromOwn(choice, isOwn))),
  );

/** Parses a style sheet as browsers do, without the parts that they do not understand. */
export const readStyles = (code: Buffer, visitor: Visitor<CustomAtRules> = {}): string =>
  transform({ filename: 'release.css', code, minify: true, errorRecovery: true, visitor }).code.toString();

/** Finds the parts of a style sheet that reach beyond the app's own elements. @param isOwn true for the app's own classes */
function reachOf(css: Buffer, isOwn: (className: string) => boolean) {
  /** Selectors that start from no class of the app. */
  const selectors = new Set<string>();
  /**
   * Declarations for the whole page, by names such as `@font-face fraunces`. Names are in lower case, as browsers
   * compare them. The value is the definition where two apps may share one.
   */
  const names = new Map<string, string>();
  /** At-rules that always concern the whole page. */
  const pageRules = new Set<string>();
  let scopes = 0;
  const ownScope = ({ scopeStart }: ScopeRule<unknown>) =>
    Number(scopeStart?.every((selector) => startsFromOwn(selector, isOwn)) ?? false);
  readStyles(css, {
    Rule: {
      scope({ value }) {
        scopes += ownScope(value);
      },
      style({ value }) {
        for (const selector of scopes > 0 ? [] : value.selectors) {
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
    RuleExit(rule) {
      if (rule.type === 'scope') scopes -= ownScope(rule.value);
    },
  });
  return { selectors, names, pageRules };
}

const inWords = (selector: Selector): string =>
  selector
    .map((component) => {
      if (component.type === 'type') return component.name;
      if (component.type === 'class') return `.${component.name}`;
      if (component.type === 'id') return `#${component.name}`;
      if (component.type === 'attribute') return `[${component.name}]`;
      if (component.type === 'universal') return '*';
      if (component.type === 'combinator') return component.value === 'descendant' ? ' ' : ` ${component.value} `;
      if (component.type === 'pseudo-class') return `:${component.kind}`;
      if (component.type === 'pseudo-element') return `::${component.kind}`;
      return '';
    })
    .join('');

/** True for a class that a library joins from parts: `` `rdp-${part}` `` or `"rdp-" + part`. */
const isJoined = (name: string, text: Buffer): boolean =>
  [...name.matchAll(/(?<=\w{2})[-_]/g)].some(({ index }) =>
    ['${', '"', "'", '`'].some((end) => text.includes(name.slice(0, index + 1) + end)),
  );

/** Returns a test for the app's own classes: those that its scripts, in the browser or on the server, give to elements. */
async function ownClasses(release: ReadableRelease): Promise<(name: string) => boolean> {
  const texts = await scriptsOf(release);
  const known = new Map<string, boolean>();
  const isOwn = (name: string) => texts.some((text) => text.includes(name) || isJoined(name, text));
  return (name) => known.getOrInsertComputed(name, isOwn);
}

/** Custom properties that a style sheet sets, and those it needs: names in a `var()` without a fallback. */
export function customProperties(css: Buffer): { set: string[]; needed: string[] } {
  const set = new Set<string>();
  const needed = new Set<string>();
  readStyles(css, {
    Declaration: {
      custom({ name }) {
        set.add(name);
      },
    },
    Rule: {
      property({ value }) {
        set.add(value.name);
      },
    },
    Variable({ name, fallback }) {
      if (!fallback) needed.add(name.ident);
    },
  });
  return { set: [...set], needed: [...needed] };
}
