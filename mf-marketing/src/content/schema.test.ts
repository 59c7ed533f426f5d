import { type FileResolver, withFileResolver } from '@wholepage/remote-kit/content';
import homeRecord from './home.content.json';
import { schemas } from './schema';

const resolver: FileResolver = {
  picture: (file, alt) => {
    if (file.startsWith('missing/')) throw new Error(`there is no file "${file}"`);
    return { src: `/${file}`, width: 1, height: 1, alt };
  },
  file: (file) => `/${file}`,
};

const slide = (file = 'scenes/a.svg') => ({
  label: 'No. 01',
  heading: 'A heading of a slide',
  text: 'A text that is long enough to be a paragraph.',
  picture: { file, alt: 'A drawing' },
});

const hero = (slides: unknown[], more: object = {}) =>
  withFileResolver(resolver, () => schemas.home.shape.hero.safeParse({ label: 'What we make', slides, ...more }));

const problemsOf = (result: ReturnType<typeof hero>) =>
  result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('content schema', () => {
  it('accepts three slides', () => {
    expect(problemsOf(hero([slide(), slide(), slide()]))).toEqual([]);
  });

  it('names the field when there is one slide too few', () => {
    expect(problemsOf(hero([slide(), slide()]))).toEqual([expect.stringMatching(/^slides: /)]);
  });

  it('names the field of a picture that does not exist', () => {
    const [problem] = problemsOf(hero([slide(), slide('missing/b.svg'), slide()]));
    expect(problem).toBe('slides.1.picture: there is no file "missing/b.svg"');
  });

  it('refuses a field that it does not know', () => {
    const [problem] = problemsOf(hero([slide(), slide(), slide()], { subtitle: 'Stray' }));
    expect(problem).toContain('subtitle');
  });

  it('has turned pictures into addresses with a size', () => {
    expect(homeRecord).toHaveProperty('hero.slides.0.picture', {
      src: expect.stringMatching(/^\//),
      width: expect.any(Number),
      height: expect.any(Number),
      alt: expect.any(String),
    });
  });
});
