import { type FileResolver, withFileResolver } from '@wholepage/remote-kit/content';
import aboutRecord from './about.content.json';
import directorsRecord from './directors.content.json';
import furnishingsRecord from './furnishings.content.json';
import homeRecord from './home.content.json';
import processRecord from './process.content.json';
import projectsRecord from './projects.content.json';
import { type Content, schemas } from './schema';
import thankYouRecord from './thank-you.content.json';

const about = aboutRecord as Content['about'];
const directors = directorsRecord as Content['directors'];
const furnishings = furnishingsRecord as Content['furnishings'];
const home = homeRecord as Content['home'];
const process = processRecord as Content['process'];
const projects = projectsRecord as Content['projects'];
const thankYou = thankYouRecord as Content['thank-you'];

describe('what the specification fixes', () => {
  it('shows 3 slides, 21 marks, 6 testimonials, 6 projects, 2 directors', () => {
    expect(home.hero.slides).toHaveLength(3);
    expect(new Set(home.brands.logos.map(({ src }) => src)).size).toBe(21);
    expect(home.testimonials.items).toHaveLength(6);
    expect(projects.grid.pictures).toHaveLength(6);
    expect(directors.directors).toHaveLength(2);
  });

  it('states the company figures', () => {
    expect(home.brands.stats.map(({ value }) => value)).toEqual(['{since}', '250+', '60+', '10 million+', '50+ years']);
  });

  it('goes from brand requirement to delivery in seven steps', () => {
    expect(process.steps.map(({ title }) => title)).toEqual([
      'Brand requirement',
      'Product design',
      'Sampling and product development',
      'Forecasting',
      'Manufacturing',
      'Warehousing and shipping',
      'Delivery',
    ]);
  });

  it('sorts the furnishings into five categories', () => {
    const chapters = furnishings.categories.tabs.map(({ label, tiles }) => [label, tiles.map(({ title }) => title)]);
    expect(Object.fromEntries(chapters)).toEqual({
      'Bedding and Linen': ['Bedsheets', 'Comforters', 'Pillows', 'Duvets', 'Mattress Toppers'],
      'Bath Essentials': ['Towels', 'Bath Mats', 'Robes', 'Face Towels', 'Hotel Slippers'],
      'Curtains and Upholstery': ['Custom Curtains', 'Sheers', 'Sofa Fabrics', 'Blinds'],
      'Branded Customization': ['Throw Pillows', 'Table Runners', 'Cushion Covers', 'Sofa', 'Upholstered Chair'],
      'Tailored Decor': ['Outdoor Upholstery', 'Waterproof By-the-Pool Furnishings'],
    });
  });

  it('furnishes a space in four steps', () => {
    expect(furnishings.process.steps.map(({ title }) => title)).toEqual([
      'Space & Brand Assessment',
      'Concept/Design Development',
      'Prototyping & Refinement',
      'Delivery & Installation',
    ]);
  });

  it('thanks in the words of the specification', () => {
    expect(`${thankYou.heading} ${thankYou.text}`).toBe(
      'Thank You! Your message has been sent successfully. We will get back to you soon!',
    );
  });

  it('marks the testimonials as samples', () => {
    expect(home.testimonials.items.every(({ sample }) => sample)).toBe(true);
  });

  it('leaves the name of the company to its settings', () => {
    expect(JSON.stringify([home, about, furnishings, projects])).not.toMatch(/Nool & Needle|Ambience & Harmony/);
  });
});

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
