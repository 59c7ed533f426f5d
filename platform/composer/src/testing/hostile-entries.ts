/** Attacks of a page on its composer, each as the body of `render`. */
export const HOSTILE = {
  throws: `throw new Error('on purpose');`,
  'rejects late': `setTimeout(() => Promise.reject(new Error('late, on purpose')), 0); await new Promise((resolve) => setTimeout(resolve, 200));`,
  'never settles': `await new Promise(() => {});`,
  loops: `for (;;);`,
  'loops after a call': `fetch('/api/x').catch(() => {}); await null; for (;;);`,
  'hoards heap': `const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()));`,
  'splits a long text': `'a,b,'.repeat(4e7).split(',');`,
  'hoards buffers': `const kept = []; for (let i = 0; i < 2000; i++) kept.push(Buffer.alloc(1e6, 1));`,
  exits: `process.exit(1);`,
  'kills its composer': `process.kill(process.ppid, 'SIGKILL');`,
  'kills its group': `process.kill(0, 'SIGKILL');`,
  'answers 300 MB': `return { status: 200, head: { title: '' }, html: 'x'.repeat(300e6), data: null, maxAge: 60 };`,
  'answers 300 MB of data': `return { status: 200, head: { title: '' }, html: '', data: Array.from({ length: 300 }, () => 'x'.repeat(1e6)), maxAge: 60 };`,
  'answers garbage': `return { status: 'fine', html: 7 };`,
} as const;

/** A server entry whose pages are sound, except those whose address contains `bad`. */
export const hostileEntry = (body: string, bad = '/bad'): string => `
let count = 0;
export async function render({ url, fetch }) {
  if (url.includes('${bad}')) { ${body} }
  count += 1;
  return { status: 200, head: { title: 'Sound' }, html: '<h1>Sound</h1>', data: { count }, maxAge: 60 };
}`;
