import { transform } from 'lightningcss';

/** Custom properties that a style sheet sets, and those it needs: what stands in a `var()` without a fallback. */
export function customProperties(css: Buffer): { set: string[]; needed: string[] } {
  const set = new Set<string>();
  const needed = new Set<string>();
  transform({
    filename: 'release.css',
    code: css,
    visitor: {
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
    },
  });
  return { set: [...set], needed: [...needed] };
}
