import type { Selector } from 'lightningcss';

/** A selector as its author wrote it, about. */
export const inWords = (selector: Selector): string =>
  selector
    .map((component) => {
      if (component.type === 'type') return component.name;
      if (component.type === 'class') return `.${component.name}`;
      if (component.type === 'id') return `#${component.name}`;
      if (component.type === 'attribute') return `[${component.name}]`;
      if (component.type === 'universal') return '*';
      if (component.type === 'combinator') return component.value === 'descendant' ? ' ' : ` ${component.value} `;
      if (component.type === 'pseudo-class') return `:${component.kind}`;
      return '';
    })
    .join('');
