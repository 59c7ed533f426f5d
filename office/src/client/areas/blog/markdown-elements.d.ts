import type { HTMLAttributes } from 'react';

type Tool = HTMLAttributes<HTMLElement> & { class?: string; level?: number | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'markdown-toolbar': Tool & { for: string };
      'md-header': Tool;
      'md-bold': Tool;
      'md-italic': Tool;
      'md-quote': Tool;
      'md-link': Tool;
      'md-unordered-list': Tool;
      'md-ordered-list': Tool;
    }
  }
}
