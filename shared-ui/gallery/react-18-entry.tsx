/** Exports for the test of every component on React 18; its bundle holds that version only. */
export { act, createElement, createRef, version } from 'react';
export { createRoot, hydrateRoot } from 'react-dom/client';
export { renderToString } from 'react-dom/server';
export { Button } from '../src/components/Button/Button';
export { FileField } from '../src/components/FileField/FileField';
export { SERVED_EXAMPLES } from './catalogue';
